package org.shmem4j.transport.shm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmem4j.transport.Connection;
import org.shmem4j.transport.State;
import org.shmem4j.transport.Transport;

/** A PE in a JVM of its own: prints its card, reads two, connects to PE 0 and serves until it is killed or its input ends. */
final class PeMain {
    private PeMain() {}

    public static void main(String[] arguments) throws IOException {
        FakeHost host = FakeHost.of(Path.of(arguments[0]), arguments[1], 1, 2, Job.MIB);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Transport transport = new ShmTransportProvider().open(host)) {
            System.out.println(HexFormat.of().formatHex(transport.card()));
            List<byte @Nullable []> cards = new ArrayList<>();
            for (int pe = 0; pe < 2; pe++) {
                cards.add(HexFormat.of().parseHex(input.readLine()));
            }
            transport.join(cards);
            transport.register(0, Job.MIB);
            Connection connection = transport.connect(0, 0);
            while (connection.state() == State.DOWN) {
                transport.progress();
                Thread.onSpinWait();
            }
            System.out.println(connection.state());
            input.readLine();
        }
    }
}
