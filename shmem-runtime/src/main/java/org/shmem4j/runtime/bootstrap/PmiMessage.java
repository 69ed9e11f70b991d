package org.shmem4j.runtime.bootstrap;

import java.net.ProtocolException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of the PMI-1 wire protocol: {@code cmd=put kvsname=job key=card value=00ff}. Immutable. */
public final class PmiMessage {
    private final Map<String, String> fields;

    private PmiMessage(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Makes a message.
     *
     * @param command its command
     * @param namesAndValues its fields; neither may contain a space or a line break
     * @return the message
     */
    public static PmiMessage of(String command, String... namesAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("cmd", command);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new PmiMessage(fields);
    }

    /**
     * Reads a message. Words that are no fields are skipped, as other PMI programs do.
     *
     * @param line without the line break
     * @return the message; its command is empty if the line has none
     */
    public static PmiMessage parse(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        int at = 0;
        while (at < line.length()) {
            int space = line.indexOf(' ', at);
            int end = space < 0 ? line.length() : space;
            int equals = line.indexOf('=', at);
            if (equals > at && equals < end) {
                fields.putIfAbsent(line.substring(at, equals), line.substring(equals + 1, end));
            }
            at = end + 1;
        }
        return new PmiMessage(fields);
    }

    /**
     * The command.
     *
     * @return such as {@code put}, or empty
     */
    public String command() {
        return fields.getOrDefault("cmd", "");
    }

    /**
     * A field that may be missing.
     *
     * @param name its name
     * @return its value or null
     */
    public @Nullable String find(String name) {
        return fields.get(name);
    }

    /**
     * A field that has to be there.
     *
     * @param name its name
     * @return its value
     * @throws ProtocolException if it is missing
     */
    public String text(String name) throws ProtocolException {
        String value = fields.get(name);
        if (value == null) {
            throw new ProtocolException("a '" + command() + "' message without '" + name + "'");
        }
        return value;
    }

    /**
     * A number.
     *
     * @param name the name of the field
     * @return its value
     * @throws ProtocolException if it is missing or no number
     */
    public int number(String name) throws ProtocolException {
        String value = text(name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException _) {
            throw new ProtocolException("a '" + command() + "' message whose '" + name + "' is no number");
        }
    }

    /**
     * Bytes that were written in hexadecimal digits.
     *
     * @param name the name of the field
     * @return its value
     * @throws ProtocolException if it is missing or not in hexadecimal digits
     */
    public byte[] bytes(String name) throws ProtocolException {
        String value = text(name);
        try {
            return HexFormat.of().parseHex(value);
        } catch (IllegalArgumentException _) {
            throw new ProtocolException("a '" + command() + "' message whose '" + name + "' is not hexadecimal");
        }
    }

    /** The line, without its break. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        fields.forEach((name, value) ->
                line.append(line.isEmpty() ? "" : " ").append(name).append('=').append(value));
        return line.toString();
    }
}
