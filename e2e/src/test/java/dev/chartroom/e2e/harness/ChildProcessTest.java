package dev.chartroom.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

    @Test
    void closeEndsTheProcessAndItsDescendants() {
        var shell = ChildProcess.start(new ProcessBuilder("sh", "-c", "sleep 600 & wait"));
        List<ProcessHandle> sleeping = await().until(() -> descendantsOf(shell), found -> !found.isEmpty());

        shell.close();

        assertThat(shell.isAlive()).isFalse();
        assertThat(sleeping).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void processThatIgnoresSigtermIsKilled() {
        var stubborn = ChildProcess.start(
                new ProcessBuilder("sh", "-c", "trap '' TERM; echo trapped; while :; do sleep 1; done"),
                Duration.ofMillis(200));
        assertThat(stubborn.stdout().findFirst()).contains("trapped");

        stubborn.close();

        assertThat(stubborn.isAlive()).isFalse();
    }

    @Test
    void interruptedThreadStillEndsTheProcessAndStaysInterrupted() {
        var stubborn = ChildProcess.start(
                new ProcessBuilder("sh", "-c", "trap '' TERM; echo trapped; while :; do sleep 1; done"));
        assertThat(stubborn.stdout().findFirst()).contains("trapped");

        Thread.currentThread().interrupt();
        stubborn.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(stubborn.isAlive()).isFalse();
    }

    private static List<ProcessHandle> descendantsOf(ChildProcess process) {
        return ProcessHandle.of(process.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .toList();
    }
}
