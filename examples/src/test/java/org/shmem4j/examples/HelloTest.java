package org.shmem4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.Shmem;

class HelloTest {

    @Test
    void shouldHearFromLeftNeighbour() {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        new FakeJob(3, 1 << 12, 1).run(shmem -> lines.add(Hello.greet(shmem)));
        assertThat(lines)
                .containsExactlyInAnyOrder(
                        "PE 0 of 3 got: hello from PE 2",
                        "PE 1 of 3 got: hello from PE 0",
                        "PE 2 of 3 got: hello from PE 1");
    }

    @Test
    void shouldRunOnEmbeddedPes() {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Shmem.embedded(2, shmem -> lines.add(Hello.greet(shmem)));
        assertThat(lines).containsExactlyInAnyOrder("PE 0 of 2 got: hello from PE 1", "PE 1 of 2 got: hello from PE 0");
    }
}
