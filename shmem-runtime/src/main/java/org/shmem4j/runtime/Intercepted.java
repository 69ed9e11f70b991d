package org.shmem4j.runtime;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.shmem4j.Context;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.WaitSet;
import org.shmem4j.spi.Interceptor;

/** Stands before an object of the API and lets tools see its calls; made only if there are tools. */
final class Intercepted implements InvocationHandler {
    private static final Object[] NONE = {};

    private final List<Interceptor> tools;
    private final Object target;

    private Intercepted(List<Interceptor> tools, Object target) {
        this.tools = tools;
        this.target = target;
    }

    /** The tools beside the program. */
    static List<Interceptor> tools() {
        return ServiceLoader.load(Interceptor.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static Shmem wrap(Shmem shmem, List<Interceptor> tools) {
        return tools.isEmpty() ? shmem : (Shmem) new Intercepted(tools, shmem).proxy(Shmem.class);
    }

    private Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        Object[] arguments = given == null ? NONE : given;
        if (method.getDeclaringClass() == Object.class) {
            boolean equals = method.getName().equals("equals");
            return equals ? isSame(arguments[0]) : call(method, arguments);
        }
        String routine = method.getName();
        tools.forEach(tool -> tool.before(routine, arguments));
        Throwable failure = null;
        try {
            return wrapResult(call(method, arguments));
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            for (Interceptor tool : tools) {
                tool.after(routine, arguments, failure);
            }
        }
    }

    private boolean isSame(@Nullable Object other) {
        return other != null
                && Proxy.isProxyClass(other.getClass())
                && Proxy.getInvocationHandler(other) instanceof Intercepted intercepted
                && intercepted.target.equals(target);
    }

    private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private @Nullable Object wrapResult(@Nullable Object result) {
        return switch (result) {
            case SymmetricHeap heap -> new Intercepted(tools, heap).proxy(SymmetricHeap.class);
            case Context context -> new Intercepted(tools, context).proxy(Context.class);
            case WaitSet set -> new Intercepted(tools, set).proxy(WaitSet.class);
            case null -> null;
            default -> result;
        };
    }
}
