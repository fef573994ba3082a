package dev.chartroom.ports.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs a fuzz target in the normal build. No input of the corpus may make it fail or exceed its {@link ProcessorTime}.
 * The same is true for some mutations of these inputs. The mutations are the same in every run. Subclasses have a
 * method {@code fuzzerTestOneInput}, which Jazzer calls (docs/security.md).
 */
public abstract class FuzzContract {
    /** This timeout detects only a target that hangs. It is no limit for the speed. */
    private static final Duration HANGS = Duration.ofSeconds(30);

    private static final long SEED = 25;

    private final Path corpus;
    private final Consumer<byte[]> target;
    private final int mutations;

    /**
     * @param corpus the folder of the inputs, below {@code src/test/resources/fuzz}
     * @param target the fuzz target, which throws an exception if an input makes it fail
     * @param mutations the number of mutations to run
     */
    protected FuzzContract(String corpus, Consumer<byte[]> target, int mutations) {
        this.corpus = Path.of("src/test/resources/fuzz", corpus);
        this.target = target;
        this.mutations = mutations;
    }

    @Test
    void corpusInputsPass() throws IOException, InterruptedException {
        List<byte[]> kept = kept();

        assertThat(kept).isNotEmpty();
        run(kept.stream());
    }

    @Test
    void mutationsOfTheCorpusPass() throws IOException, InterruptedException {
        Mutations random = new Mutations(SEED);
        List<byte[]> kept = kept();

        run(Stream.iterate(0, i -> i < mutations, i -> i + 1).map(i -> random.of(kept.get(i % kept.size()))));
    }

    private void run(Stream<byte[]> inputs) throws InterruptedException {
        // The executor must not be closed, because close() would wait for a target that hangs.
        ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        try {
            for (byte[] input : (Iterable<byte[]>) inputs::iterator) {
                run(input, thread);
            }
        } finally {
            thread.shutdownNow();
        }
    }

    private void run(byte[] input, ExecutorService thread) throws InterruptedException {
        try {
            thread.submit(() -> ProcessorTime.bounded(input, () -> target.accept(input)))
                    .get(HANGS.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("fails: " + text(input), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("hangs: " + text(input), e);
        }
    }

    /** Sorts the files by name, because the order of a file system is arbitrary. */
    private List<byte[]> kept() throws IOException {
        try (Stream<Path> files = Files.list(corpus)) {
            List<byte[]> inputs = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
            return inputs;
        }
    }

    private static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }
}
