package org.shmem4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.BootstrapException;
import org.shmem4j.ConfigurationException;
import org.shmem4j.GlobalExitException;
import org.shmem4j.PeerFailedException;
import org.shmem4j.Setting;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/** Jobs whose PEs are threads: how they start, fail and end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EmbeddedTest {
    @TempDir
    Path directory;

    @AfterEach
    void shouldLeaveNoFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    private Shmem.Builder small() {
        return Shmem.builder().set(Setting.SYMMETRIC_SIZE, "1m").set(Setting.SHM_DIR, directory.toString());
    }

    @Test
    void shouldEndTheJobWhenABodyThrows() {
        List<Throwable> seen = new ArrayList<>();
        IOException thrown = new IOException("planted");

        assertThatThrownBy(() -> small().<IOException>embedded(4, shmem -> {
                    shmem.barrier(); // all have joined, so that none fails while it does
                    if (shmem.pe() == 2) {
                        throw thrown;
                    }
                    try {
                        shmem.barrier();
                    } catch (PeerFailedException e) {
                        synchronized (seen) {
                            seen.add(e);
                        }
                        throw e;
                    }
                }))
                .isSameAs(thrown)
                .hasNoSuppressedExceptions();
        assertThat(seen)
                .hasSize(3)
                .allSatisfy(e -> assertThat(((PeerFailedException) e).pe()).isEqualTo(2));
    }

    @Test
    void shouldEndTheJobOnGlobalExitWithoutEndingTheJvm() {
        assertThatThrownBy(() -> small().embedded(3, shmem -> {
                    if (shmem.pe() == 1) {
                        shmem.globalExit(42, "enough");
                    }
                    shmem.barrier();
                }))
                .isInstanceOfSatisfying(
                        GlobalExitException.class, e -> assertThat(e.status()).isEqualTo(42))
                .hasMessage("PE 1 ended the job with status 42: enough")
                .hasNoSuppressedExceptions();
        small().embedded(
                        1,
                        shmem -> assertThatThrownBy(() -> shmem.globalExit(256))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void shouldEndPesThatOnlyPollWhenAnotherFails() {
        assertThatThrownBy(() -> small().embedded(2, shmem -> {
                    SymmetricSegment flag = shmem.heap().allocateZeroed(8);
                    if (shmem.pe() == 1) {
                        throw new IllegalStateException("planted");
                    }
                    while (shmem.heap().getLong(flag, 0, 0) == 0) {
                        Thread.onSpinWait();
                    }
                }))
                .hasMessage("planted");
    }

    /** Such a loop, once compiled, does not look again whether the PE can still be reached; the end of the memory must end it. */
    @Test
    void shouldEndAThreadThatDoesNothingButPutsWhenTheHeapIsClosed() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Thread> putter = new AtomicReference<>();
        small().<InterruptedException>embedded(1, shmem -> {
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment words = heap.allocate(64);
            MemorySegment value = MemorySegment.ofArray(new long[1]);
            CountDownLatch started = new CountDownLatch(1);
            Thread thread = new Thread(() -> {
                try {
                    for (long i = 0; i < 200_000; i++) { // enough for the loop below to be compiled as such
                        heap.put(words, i & 56, value, 0, 8, 0);
                    }
                    started.countDown();
                    for (long i = 0; ; i++) {
                        heap.put(words, i & 56, value, 0, 8, 0);
                    }
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            thread.start();
            putter.set(thread);
            started.await();
            Thread.sleep(500); // for the compiler to replace the loop that runs
        });

        assertThat(putter.get().join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldEndTheJobWhenTheExitIsCalledInAThreadOfAPe() {
        assertThatThrownBy(() -> small().<InterruptedException>embedded(2, shmem -> {
                    if (shmem.pe() == 1) {
                        Thread child = new Thread(() ->
                                assertThatThrownBy(() -> shmem.globalExit(3)).isInstanceOf(GlobalExitException.class));
                        child.start();
                        child.join();
                    }
                    shmem.barrier();
                }))
                .isInstanceOfSatisfying(
                        GlobalExitException.class, e -> assertThat(e.status()).isEqualTo(3));
    }

    @Test
    void shouldBearTheSameExceptionFromAllPes() {
        IllegalStateException same = new IllegalStateException("planted");

        assertThatThrownBy(() -> small().embedded(3, shmem -> {
                    shmem.barrier();
                    throw same;
                }))
                .isSameAs(same);
    }

    @Test
    void shouldRefuseToStartAfterTheJobHasEnded() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        CountDownLatch over = new CountDownLatch(1);
        List<Thread> children = new ArrayList<>();
        small().embedded(1, shmem -> {
            Thread child = new Thread(() -> {
                try {
                    over.await();
                    small().init();
                } catch (InterruptedException | IllegalStateException e) {
                    thrown.add(e);
                }
            });
            child.start();
            children.add(child);
        });
        over.countDown();
        children.getFirst().join();
        assertThat(thrown).singleElement().asString().contains("has ended");
    }

    @Test
    void shouldFailBothWhenOneClosesAndTheOtherComesToABarrier() {
        assertThatThrownBy(() -> small().embedded(2, shmem -> {
                    if (shmem.pe() == 0) {
                        assertThatThrownBy(shmem::barrier)
                                .isInstanceOf(PeerFailedException.class)
                                .hasMessageContaining("PE 0 called barrier() or sync(), PE 1 called close()");
                        throw new IllegalStateException("seen");
                    }
                }))
                .satisfies(e -> assertThat(List.of(e, e.getSuppressed().length > 0 ? e.getSuppressed()[0] : e))
                        .extracting(Throwable::getMessage)
                        .anyMatch("seen"::equals));
    }

    @Test
    void shouldCloseAfterACloseThatOthersDidNotAnswer() {
        small().embedded(2, shmem -> {
            if (shmem.pe() == 0) {
                assertThatThrownBy(shmem::close)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("called barrier()");
            } else {
                assertThatThrownBy(shmem::barrier)
                        .isInstanceOf(PeerFailedException.class)
                        .hasMessageContaining("called close()");
            }
            assertThat(Shmem.isInitialized()).isTrue();
            shmem.barrier();
            shmem.close();
            assertThat(Shmem.isInitialized()).isFalse();
        });
    }

    @Test
    void shouldRunTwoJobsAtOnce() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        CountDownLatch bothInside = new CountDownLatch(4);
        List<Thread> jobs = new ArrayList<>();
        for (int job = 0; job < 2; job++) {
            int id = job;
            jobs.add(Thread.ofPlatform()
                    .start(() -> small().embedded(2, shmem -> {
                        SymmetricSegment mark = shmem.heap().allocateZeroed(8);
                        bothInside.countDown();
                        while (bothInside.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                        shmem.heap().putLong(mark, 0, id + 1, 1 - shmem.pe());
                        shmem.barrier();
                        assertThat(shmem.heap().getLong(mark, 0, shmem.pe())).isEqualTo(id + 1);
                        done.incrementAndGet();
                    })));
        }
        for (Thread job : jobs) {
            job.join();
        }
        assertThat(done).hasValue(4);
    }

    @Test
    void shouldCountHandlesAndStartAnew() {
        small().embedded(2, shmem -> {
            Shmem nested = small().init();
            assertThat(nested.pe()).isEqualTo(shmem.pe());
            assertThat(nested.heap()).isSameAs(shmem.heap());
            SymmetricHeap heap = shmem.heap();
            SymmetricSegment segment = heap.allocate(8);
            MemorySegment local = segment.local();
            nested.close();
            nested.close();
            assertThatThrownBy(nested::barrier).isInstanceOf(IllegalStateException.class);
            heap.putLong(segment, 0, 1, 1 - shmem.pe());
            shmem.close();
            assertThatThrownBy(() -> heap.putLong(segment, 0, 1, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
            assertThatThrownBy(() -> local.get(ValueLayout.JAVA_LONG, 0)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> heap.allocate(8)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(shmem::barrier).isInstanceOf(IllegalStateException.class);
            try (Shmem again = small().init()) {
                SymmetricSegment fresh = again.heap().allocateZeroed(8);
                again.heap().putLong(fresh, 0, 5, 1 - again.pe());
                again.barrier();
                assertThat(again.heap().getLong(fresh, 0, again.pe())).isEqualTo(5);
            }
        });
    }

    @Test
    void shouldBindThreadsThatAPeStarts() throws InterruptedException {
        small().<InterruptedException>embedded(2, shmem -> {
            AtomicInteger seen = new AtomicInteger(-1);
            Thread child = new Thread(() -> {
                try (Shmem nested = small().init()) {
                    seen.set(nested.pe());
                }
            });
            child.start();
            child.join();
            assertThat(seen).hasValue(shmem.pe());
        });
    }

    @Test
    void shouldDeleteRegisteredFilesAtTheEndHoweverItComes() {
        Path temporary = directory.resolve("temporary");
        assertThatThrownBy(() -> small().<IOException>embedded(2, shmem -> {
                    if (shmem.pe() == 0) {
                        shmem.deleteAtExit(temporary);
                        Files.writeString(temporary, "x");
                    }
                    shmem.barrier();
                    throw new IllegalStateException("planted");
                }))
                .hasMessage("planted");
        assertThat(temporary).doesNotExist();
    }

    @Test
    void shouldRefuseSettingsThatCannotWork() {
        assertThatThrownBy(() -> small().set(Setting.TRANSPORTS, "quic").embedded(1, shmem -> {}))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "SHMEM_TRANSPORTS='quic': no transport is called 'quic'; those of the library are shm, rdma, tcp");
        assertThatThrownBy(() -> small().set(Setting.TRANSPORTS, "^shm").embedded(1, shmem -> {}))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("shm: denied by SHMEM_TRANSPORTS=^shm");
        assertThatThrownBy(() -> small().set(
                                Setting.SHM_DIR, directory.resolve("none").toString())
                        .embedded(2, shmem -> {}))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining(directory.resolve("none").toString());
        assertThatThrownBy(() -> small().embedded(0, shmem -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseHeapsOfDifferentSizes() {
        small().embedded(2, shmem -> {
            shmem.close();
            Shmem.Builder differing = small().set(Setting.SYMMETRIC_SIZE, shmem.pe() == 0 ? "1m" : "2m");
            assertThatThrownBy(differing::init)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("SHMEM_SYMMETRIC_SIZE has to be the same on all PEs: PE " + shmem.pe())
                    .hasMessageContaining("1048576")
                    .hasMessageContaining("2097152");
        });
    }

    @Test
    void shouldSynchronise() {
        int peCount = 5;
        AtomicLong turns = new AtomicLong();
        small().embedded(peCount, shmem -> {
            for (int round = 1; round <= 300; round++) {
                turns.incrementAndGet();
                shmem.sync();
                assertThat(turns.get()).isGreaterThanOrEqualTo((long) peCount * round);
                shmem.sync();
            }
        });
        assertThat(turns).hasValue(300L * peCount);
    }
}
