package dev.chartroom.adapters.http.response;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StalledWritesTest {
    private static final byte[] CHUNK = new byte[1024 * 1024];

    @Test
    void aWriteThatNobodyReadsEndsWithItsConnection() throws Exception {
        try (StalledWrites writes = new StalledWrites(Duration.ofMillis(100));
                ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(failure(() -> {
                        OutputStream out = writes.bounded(accepted.getOutputStream());
                        while (true) {
                            out.write(CHUNK);
                        }
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(accepted.isClosed()).isTrue();
            assertThat(client.isConnected()).as("the end that did not read").isTrue();
        }
    }

    @Test
    void timeBetweenWritesDoesNotCount() throws Exception {
        try (StalledWrites writes = new StalledWrites(Duration.ofMillis(500));
                ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            CompletableFuture<Integer> asked = new CompletableFuture<>();
            CompletableFuture<@Nullable Throwable> failure = CompletableFuture.supplyAsync(
                    () -> failureOf(() -> {
                        try (OutputStream out = writes.bounded(accepted.getOutputStream())) {
                            out.write('a');
                            // longer than the patience: the answer comes after several sweeps
                            asked.get(10, TimeUnit.SECONDS);
                            out.write('b');
                        }
                    }),
                    Executors.newVirtualThreadPerTaskExecutor());

            assertThat(client.getInputStream().read()).isEqualTo('a');
            asked.completeOnTimeout(1, 800, TimeUnit.MILLISECONDS);

            assertThat(client.getInputStream().readAllBytes()).containsExactly('b');
            assertThat(failure.get(10, TimeUnit.SECONDS)).isNull();
        }
    }

    private interface Writing {
        void run() throws Exception;
    }

    private static @Nullable Throwable failure(Writing writing)
            throws ExecutionException, InterruptedException, TimeoutException {
        return CompletableFuture.supplyAsync(() -> failureOf(writing), Executors.newVirtualThreadPerTaskExecutor())
                .get(20, TimeUnit.SECONDS);
    }

    private static @Nullable Throwable failureOf(Writing writing) {
        try {
            writing.run();
            return null;
        } catch (Exception e) {
            return e;
        }
    }
}
