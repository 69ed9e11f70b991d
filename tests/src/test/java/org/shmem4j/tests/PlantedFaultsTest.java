package org.shmem4j.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.Comparison;
import org.shmem4j.Context;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;
import org.shmem4j.WaitSet;
import org.shmem4j.testkit.Conformance;

/** Each rule of the conformance suite finds a fault that is planted for it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlantedFaultsTest {

    /** What stands before the real object. */
    private static class Fault {
        /** Does a call in another way, or as it should be by {@link Call#proceed}. */
        @Nullable
        Object call(Call call) throws Throwable {
            return call.proceed();
        }
    }

    /** One call of a routine of the API. */
    @SuppressWarnings({"ArrayRecordComponent", "TypeParameterUnusedInFormals"}) // as reflection has them
    private record Call(Object target, Method method, Object[] arguments, SymmetricHeap heap, int pe) {
        @Nullable
        Object proceed() throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        Object answer() throws Throwable {
            return Objects.requireNonNull(proceed());
        }

        boolean is(String name) {
            return method.getName().equals(name);
        }

        @SuppressWarnings("unchecked")
        <T> T argument(int index) {
            return (T) arguments[index];
        }

        @Nullable
        Object with(int index, Object value) throws Throwable {
            arguments[index] = value;
            return proceed();
        }
    }

    /** Does what the JIT and the processor could do if nothing were ordered: puts wait until something lets them go. */
    private static class Late extends Fault {
        private final List<Call> waiting = new ArrayList<>();
        private final String late;
        private final List<String> lettingGo;

        Late(String late, String... lettingGo) {
            this.late = late;
            this.lettingGo = List.of(lettingGo);
        }

        @Override
        @Nullable
        Object call(Call call) throws Throwable {
            if (call.is(late)) {
                Object[] arguments = call.arguments.clone();
                for (int i = 0; i < arguments.length; i++) {
                    if (arguments[i] instanceof MemorySegment segment) {
                        arguments[i] = MemorySegment.ofArray(segment.toArray(ValueLayout.JAVA_BYTE));
                    }
                }
                waiting.add(new Call(call.target, call.method, arguments, call.heap, call.pe));
                return null;
            }
            String name = call.method.getName() + (call.arguments.length == 0 ? "" : "+");
            if (lettingGo.contains(name)) {
                for (Call each : waiting) {
                    each.proceed();
                }
                waiting.clear();
            }
            return call.proceed();
        }
    }

    /** One fault for each rule; the name is the rule's. */
    @SuppressWarnings("ImmutableEnumChecker") // a fault is made anew for each PE
    enum Planted {
        RMA_1(call -> call.is("put") && (long) call.argument(4) > 8
                ? call.with(4, (long) call.argument(4) - 1)
                : call.proceed()),
        RMA_2(call -> call.is("get") ? call.with(5, 0) : call.proceed()),
        RMA_3(call -> call.is("put") && call.<MemorySegment>argument(2).isReadOnly() && (long) call.argument(3) == 1
                ? call.with(3, 0L)
                : call.proceed()),
        RMA_4(call -> {
            if (call.is("putFloat")) {
                call.heap.putInt(
                        call.argument(0), call.argument(1), Float.floatToIntBits(call.argument(2)), call.argument(3));
                return null;
            }
            return call.proceed();
        }),
        RMA_5(call -> call.is("putNbi") ? null : call.proceed()),
        RMA_6(call -> call.is("putStrided") ? call.with(2, (long) call.argument(6)) : call.proceed()),
        RMA_7(call -> {
            if (call.is("put") && call.arguments.length == 6 && (long) call.argument(1) == 56L) {
                call.arguments[4] = 8L;
            }
            return call.proceed();
        }),
        MEM_1(call -> call.is("usedBytes") ? 4096L : call.proceed()),
        MEM_2(call -> call.is("pointer")
                ? Optional.of(call.<SymmetricSegment>argument(0).local())
                : call.proceed()),
        AMO_1(call -> {
            if (call.is("atomicFetchAddLong")) {
                long old = call.heap.getLong(call.argument(0), call.argument(1), call.argument(3));
                LockSupport.parkNanos(1);
                call.heap.putLong(call.argument(0), call.argument(1), old + 1, call.argument(3));
                return old;
            }
            return call.proceed();
        }),
        AMO_2(call -> {
            if (call.is("atomicCompareSwapLong")) {
                long old = call.heap.getLong(call.argument(0), call.argument(1), call.argument(4));
                LockSupport.parkNanos(1);
                if (old == (long) call.argument(2)) {
                    call.heap.putLong(call.argument(0), call.argument(1), call.argument(3), call.argument(4));
                }
                return old;
            }
            return call.proceed();
        }),
        AMO_3(call -> {
            if (call.is("atomicSwapLong")) {
                long old = call.heap.getLong(call.argument(0), call.argument(1), call.argument(3));
                LockSupport.parkNanos(1);
                call.heap.putLong(call.argument(0), call.argument(1), call.argument(2), call.argument(3));
                return old;
            }
            return call.proceed();
        }),
        AMO_4(call -> {
            if (call.is("atomicFetchAndInt")) {
                return call.heap.atomicSwapInt(call.argument(0), call.argument(1), call.argument(2), call.argument(3));
            }
            return call.proceed();
        }),
        AMO_5(call -> call.is("atomicSwapInt") ? (int) call.answer() + 1 : call.proceed()),
        AMO_6(call -> call.is("atomicIntNbi") ? null : call.proceed()),
        AMO_7(call -> {
            if (call.is("atomicFetchAddInt")) {
                call.heap.putInt(call.argument(0), (long) call.argument(1) + 4, 1, call.argument(3));
            }
            return call.proceed();
        }),
        AMO_8(call -> call.is("atomicIncLong") ? call.with(1, (long) call.argument(1) & -8L) : call.proceed()),
        SIG_1(call -> call.is("putSignal") ? signalFirst(call) : call.proceed()),
        SIG_2(call -> call.is("putSignalNbi") ? signalFirst(call) : call.proceed()),
        SIG_3(call -> call.is("putSignal") ? call.with(8, 3L) : call.proceed()),
        SIG_4(call -> call.is("putSignal")
                        && call.arguments.length == 6
                        && call.<MemorySegment>argument(1).byteSize() == 0
                ? call.with(4, 5L)
                : call.proceed()),
        SIG_5(call -> {
            if (call.is("putSignal") && (long) call.argument(6) == 8L) {
                call.arguments[4] = 8L;
            }
            return call.proceed();
        }),
        WAIT_1(call -> call.is("testLong") && call.argument(2) == Comparison.GT_UNSIGNED
                ? call.with(2, Comparison.GT)
                : call.proceed()),
        WAIT_2(call -> call.is("waitUntil") ? null : call.proceed()),
        WAIT_3(call -> call.is("waitUntil") ? null : call.proceed()),
        WAIT_4(call -> call.is("exclude") ? null : call.proceed()),
        WAIT_5(call -> {
            if (call.is("testAny") && call.argument(1) instanceof long[]) {
                return 0;
            }
            return call.proceed();
        }),
        WAIT_6(call -> call.is("testAny") ? Math.max(0, (int) call.answer()) : call.proceed()),
        WAIT_7(call ->
                call.is("testAny") && call.argument(1).equals(0xFFFF_FFFFL) ? Integer.valueOf(-1) : call.proceed()),
        WAIT_8(call -> {
            if (call.is("testAll") && call.argument(1) instanceof long[]) {
                return true;
            }
            return call.proceed();
        }),
        ORD_1(() -> new Late("put", "quiet")),
        ORD_2(() -> new Late("putLong", "barrier")),
        ORD_3(() -> new Late("putLong", "atomicIncLong+")),
        ORD_4(() -> new Late("putLong", "quiet")),
        ORD_5(call -> {
            if (call.is("quiet") && call.pe != 0) {
                Thread.sleep(1_500); // as if the target had to wake first
            }
            return call.proceed();
        }),
        ORD_6(call -> {
            Object answer = call.proceed();
            if (call.is("waitUntil")) {
                Thread.sleep(1_500);
            }
            return answer;
        }),
        CTX_1(call -> call.is("putStrided") && call.target instanceof Context ? null : call.proceed()),
        CTX_2(call -> call.is("putLong") && call.target instanceof Context ? swallow(call) : call.proceed()),
        CTX_3(call -> {
            if (call.is("atomicFetchIncLong") && call.target instanceof Context) {
                long old = call.heap.getLong(call.argument(0), call.argument(1), call.argument(2));
                LockSupport.parkNanos(1);
                call.heap.putLong(call.argument(0), call.argument(1), old + 1, call.argument(2));
                return old;
            }
            return call.proceed();
        }),
        CTX_4(call -> call.is("getLong") ? (long) call.answer() - 1 : call.proceed()),
        CTX_5(call -> call.is("getLong") ? (long) call.answer() - 1 : call.proceed()),
        CTX_6(call -> {
            if (call.is("atomicIncLong")) {
                long old = call.heap.getLong(call.argument(0), call.argument(1), call.argument(2));
                LockSupport.parkNanos(1);
                call.heap.putLong(call.argument(0), call.argument(1), old + 1, call.argument(2));
                return null;
            }
            return call.proceed();
        }),
        LIFE_1(call -> call.is("threadLevel") ? null : call.proceed());

        /** A fault without a memory. */
        private interface Plain {
            @Nullable
            Object call(Call call) throws Throwable;
        }

        private interface Source {
            Fault get();
        }

        private final Source source;

        Planted(Plain plain) {
            this.source = () -> new Fault() {
                @Override
                @Nullable
                Object call(Call call) throws Throwable {
                    return plain.call(call);
                }
            };
        }

        Planted(Source source) {
            this.source = source;
        }

        String rule() {
            return name().replace('_', '-');
        }
    }

    private static @Nullable Object signalFirst(Call call) {
        call.heap.atomicSetLong(call.argument(5), call.argument(6), call.argument(8), call.argument(9));
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        call.heap.put(
                call.argument(0),
                call.argument(1),
                call.argument(2),
                call.argument(3),
                call.argument(4),
                call.argument(9));
        return null;
    }

    private static @Nullable Object swallow(Call call) throws Throwable {
        try {
            return call.proceed();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    private static void run(Planted.Source source, String... rules) {
        Shmem.embedded(2, shmem -> {
            Fault fault = source.get();
            Conformance.run((Shmem) stand(Shmem.class, shmem, fault, shmem), rules);
        });
    }

    /** Puts a fault before an object, and before what that gives out. */
    private static Object stand(Class<?> type, Object target, Fault fault, Shmem shmem) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
            Object[] arguments = given == null ? new Object[0] : given;
            Object answer = fault.call(new Call(target, method, arguments, shmem.heap(), shmem.pe()));
            return switch (answer) {
                case SymmetricHeap heap -> stand(SymmetricHeap.class, heap, fault, shmem);
                case Context context -> stand(Context.class, context, fault, shmem);
                case WaitSet set -> stand(WaitSet.class, set, fault, shmem);
                case null -> null;
                default -> answer;
            };
        });
    }

    @ParameterizedTest
    @EnumSource(Planted.class)
    void shouldBeFoundByItsRule(Planted planted) {
        assertThatThrownBy(() -> run(planted.source, planted.rule()))
                .hasMessageContaining(planted.rule() + " does not hold");
    }

    @Test
    void shouldBePlantedForEveryRule() {
        assertThat(Stream.of(Planted.values()).map(Planted::rule)).containsExactlyElementsOf(Conformance.rules());
    }

    @Test
    void shouldNotBeFoundWhereNoneIs() {
        run(Fault::new, "RMA", "MEM", "AMO", "SIG", "WAIT", "ORD", "CTX");
    }
}
