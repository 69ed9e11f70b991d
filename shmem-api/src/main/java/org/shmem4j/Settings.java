package org.shmem4j;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The value of every {@link Setting}, and where each came from. Immutable. */
public final class Settings {

    private record Resolved(Object value, String text, Source source) {}

    /** Where a value came from; the first that has one wins. */
    public enum Source {
        /** {@link Shmem.Builder#set}. */
        BUILDER,
        /** The system property. */
        PROPERTY,
        /** The environment variable. */
        ENVIRONMENT,
        /** The default. */
        DEFAULT
    }

    private final Map<Setting<?>, Resolved> values;

    private Settings(Map<Setting<?>, Resolved> values) {
        this.values = Map.copyOf(values);
    }

    /**
     * Finds the value of every setting, in the system properties and the environment of this process.
     *
     * @param builder values that the program set itself
     * @return all values
     * @throws ConfigurationException that lists every faulty one, if there is any
     */
    public static Settings resolve(Map<Setting<?>, String> builder) {
        return resolve(builder, System::getProperty, System::getenv);
    }

    /**
     * Finds the value of every setting.
     *
     * @param builder values that the program set itself
     * @param properties gives the value of a property, or null
     * @param environment gives the value of an environment variable, or null
     * @return all values
     * @throws ConfigurationException that lists every faulty one, if there is any
     */
    public static Settings resolve(
            Map<Setting<?>, String> builder,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment) {
        Map<Setting<?>, Resolved> values = new HashMap<>();
        List<String> faults = new ArrayList<>();
        for (Setting<?> setting : Setting.all()) {
            String own = builder.get(setting);
            String property = properties.apply(setting.property());
            String variable = environment.apply(setting.variable());
            if (own != null) {
                parse(setting, own, Source.BUILDER, values, faults);
            } else if (property != null) {
                parse(setting, property, Source.PROPERTY, values, faults);
            } else if (variable != null) {
                parse(setting, variable, Source.ENVIRONMENT, values, faults);
            } else {
                parse(setting, setting.defaultText(), Source.DEFAULT, values, faults);
            }
        }
        if (!faults.isEmpty()) {
            throw new ConfigurationException(String.join("\n", faults));
        }
        return new Settings(values);
    }

    private static void parse(
            Setting<?> setting, String text, Source source, Map<Setting<?>, Resolved> values, List<String> faults) {
        try {
            values.put(setting, new Resolved(setting.parse(text), text, source));
        } catch (IllegalArgumentException e) {
            String name = source == Source.PROPERTY ? "-D" + setting.property() : setting.variable();
            faults.add(name + "='" + text + "': " + e.getMessage() + "; expected " + setting.expected());
        }
    }

    /**
     * The value of a setting.
     *
     * @param <T> its type
     * @param setting which
     * @return its value
     */
    @SuppressWarnings("unchecked") // the parser of the setting, or a builder's method of the same type, made it
    public <T> T get(Setting<T> setting) {
        return (T) resolved(setting).value;
    }

    /**
     * The value as it was written.
     *
     * @param setting which
     * @return its text
     */
    public String text(Setting<?> setting) {
        return resolved(setting).text;
    }

    /**
     * Where the value came from.
     *
     * @param setting which
     * @return the source
     */
    public Source source(Setting<?> setting) {
        return resolved(setting).source;
    }

    private Resolved resolved(Setting<?> setting) {
        return Objects.requireNonNull(values.get(setting), setting::variable);
    }
}
