package org.shmem4j.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmem4j.PeerFailedException;
import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.ShmemException;
import org.shmem4j.runtime.bootstrap.Bootstrap;
import org.shmem4j.runtime.bootstrap.ProcessBootstrap;

/**
 * What a launcher starts as the main class of a PE: {@code PeMain MAINCLASS [args]}. It opens the control connection
 * before the program's own code runs, so that the program cannot outlive its launcher, and ends the whole job if the
 * program fails.
 */
public final class PeMain {
    private static final int FAILED = 1;

    /** How long a PE that failed only because of another one leaves it to that one to say why. */
    private static final long PEER_REPORT_MS = 1_000;

    private static final int UNUSABLE = 2;

    private PeMain() {}

    /**
     * Runs a program as one PE. Returns when its main method does; other threads of the program may still run then.
     *
     * @param args the main class, and the program's own arguments
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("usage: java ... " + PeMain.class.getName() + " MAINCLASS [args]");
            System.exit(UNUSABLE);
        }
        Bootstrap bootstrap;
        try {
            bootstrap = ProcessBootstrap.get();
        } catch (ShmemException e) {
            System.err.println("shmem4j: " + e.getMessage());
            System.exit(FAILED);
            return;
        } catch (IllegalStateException _) {
            return; // the job ended while this PE was starting, which is no news
        }
        Class<?> type;
        Method main;
        try {
            type = load(args[0]);
            main = find(type);
        } catch (ShmemException e) {
            bootstrap.globalExit(UNUSABLE, String.valueOf(e.getMessage()));
            return;
        } catch (LinkageError e) {
            e.printStackTrace();
            bootstrap.globalExit(UNUSABLE, "class '" + args[0] + "' cannot be loaded: " + e);
            return;
        }
        String bare = "PE " + bootstrap.pe() + ": uncaught failure of which nothing can be told";
        try {
            run(type, main, Arrays.copyOfRange(args, 1, args.length));
        } catch (Throwable e) {
            end(bootstrap, e, bare);
        }
    }

    /**
     * Ends the job, whatever the failure is: the exception is the program's own code, which may fail in turn, and
     * memory may be short. Threads of the program that live on would otherwise keep a broken job waiting.
     *
     * @param bare what to say if nothing else can be
     */
    private static void end(Bootstrap bootstrap, Throwable failure, String bare) {
        String reason;
        try {
            reason = "PE " + bootstrap.pe() + ": " + explain(failure);
        } catch (Throwable _) {
            reason = bare;
            try {
                reason = bare + " but its class, " + failure.getClass().getName();
            } catch (Throwable _) {
                // no memory for that
            }
        }
        try {
            if (failure instanceof PeerFailedException) {
                Thread.sleep(PEER_REPORT_MS); // the PE that failed first is to be heard first; then this one is ended
            }
            bootstrap.globalExit(FAILED, reason);
        } catch (Throwable _) {
            Runtime.getRuntime().halt(FAILED); // the launcher sees that
        }
    }

    /** Prints what is for this PE alone to say, and returns what is to be said once for the job. */
    private static String explain(Throwable failure) {
        boolean forUsers = failure instanceof ShmemException;
        if (!forUsers || debug()) {
            failure.printStackTrace();
        }
        if (!forUsers) {
            return "uncaught " + failure;
        }
        return failure.getMessage() + (debug() ? "" : "; " + Setting.DEBUG.variable() + "=1 shows where");
    }

    private static boolean debug() {
        try {
            return Settings.resolve(Map.of()).get(Setting.DEBUG);
        } catch (ShmemException _) {
            return false; // a faulty setting is what is being reported
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            throw new ShmemException(
                    "no class '" + name + "' on the class path '" + System.getProperty("java.class.path") + "'", e);
        }
    }

    /** Finds the main method as the java command does. */
    private static Method find(Class<?> type) {
        Method main = declared(type, String[].class);
        if (main == null) {
            main = declared(type);
        }
        if (main == null) {
            throw new ShmemException("class '" + type.getName() + "' has no main method: it needs"
                    + " 'static void main(String[] args)' or 'void main()', not private");
        }
        return main;
    }

    /** Finds a main method: own or inherited, not private. */
    private static @Nullable Method declared(Class<?> type, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Method method = at.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers()) && method.getReturnType() == void.class) {
                    return method;
                }
            } catch (NoSuchMethodException _) {
                // perhaps above
            }
        }
        return null;
    }

    private static void run(Class<?> type, Method main, String[] args) throws Throwable {
        try {
            main.setAccessible(true);
            Object instance = null;
            if (!Modifier.isStatic(main.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                instance = constructor.newInstance();
            }
            if (main.getParameterCount() == 0) {
                main.invoke(instance);
            } else {
                main.invoke(instance, (Object) args);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
