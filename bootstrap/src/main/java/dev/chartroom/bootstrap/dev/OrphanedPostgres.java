package dev.chartroom.bootstrap.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The PostgreSQL server that a killed dev mode left behind.
 *
 * @param lock the lock file of the server. Its first line is the process id
 * @param programs the folder of dev mode's own programs. A process that runs another program is not stopped
 */
record OrphanedPostgres(Path lock, Path programs) {
    private static final System.Logger LOG = System.getLogger(OrphanedPostgres.class.getName());
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    /** Returns the process of the PostgreSQL that uses the data; empty if none does. */
    Optional<ProcessHandle> process() {
        try {
            return Files.readAllLines(lock).stream()
                    .findFirst()
                    .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())))
                    .filter(process -> command(process).endsWith("postgres"));
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static String command(ProcessHandle process) {
        return process.info().command().orElse("");
    }

    private boolean isOwn(ProcessHandle process) {
        try {
            return Path.of(command(process)).toRealPath().startsWith(programs.toRealPath());
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Stops the server if it runs. The server first waits for its connections, which ended with dev mode.
     *
     * @return false if the server still runs after a while, or if it is not dev mode's own
     */
    boolean stop() {
        ProcessHandle process = process().orElse(null);
        if (process == null) {
            return true;
        }
        if (!isOwn(process)) {
            return false;
        }
        LOG.log(
                System.Logger.Level.INFO,
                "Dev mode stops the PostgreSQL (process " + process.pid() + ") that an earlier dev mode left behind");
        process.destroy();
        try {
            process.onExit().get(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException _) {
            return !process.isAlive();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
