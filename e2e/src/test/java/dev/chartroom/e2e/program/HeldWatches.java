package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Many watches of one path at the same time, each with its own stream. An ended stream is not opened again. */
public final class HeldWatches implements AutoCloseable {
    /** Fewer than the maximum number of streams per connection. */
    private static final int A_CLIENT = 50;

    private final List<HttpClient> clients = new ArrayList<>();
    private final List<BufferedReader> streams = new ArrayList<>();

    private HeldWatches() {}

    /** Opens watches, and returns when the headers of all of them have arrived. */
    public static HeldWatches open(int count, Supplier<HttpClient> newClient, URI watch)
            throws IOException, InterruptedException {
        HeldWatches held = new HeldWatches();
        for (int i = 0; i < count; i++) {
            if (i % A_CLIENT == 0) {
                held.clients.add(newClient.get());
            }
            var answer = held.clients
                    .getLast()
                    .send(
                            HttpRequest.newBuilder(watch)
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            held.streams.add(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
        }
        return held;
    }

    /** Returns the next event of each watch; {@code the end} for a watch that has ended. */
    public List<CompletableFuture<String>> next() {
        return streams.stream()
                .map(stream -> CompletableFuture.supplyAsync(() -> next(stream), Thread::startVirtualThread))
                .toList();
    }

    /** Does not wait for watches that still run. */
    @Override
    public void close() {
        clients.forEach(HttpClient::shutdownNow);
    }

    private static String next(BufferedReader stream) {
        try {
            String line = stream.readLine();
            return line == null ? "the end" : line.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
