package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.harness.ChildProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A small file system of a replica, for its audit log. It exists only for the replica's process.
 *
 * @param folder where the replica sees it
 * @param log the log of the replica, which says whether audit events are lost
 */
record ReplicaDisk(Path folder, Path log) {
    private static final String MOUNT = "mount -t tmpfs -o size=4m none \"$0\" && exec \"$@\"";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Returns whether this machine lets a test mount a file system. */
    static boolean isPossible() {
        return ChildProcess.succeeds("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt");
    }

    Path auditLog() {
        return folder.resolve("audit.log");
    }

    /** Returns the command that runs another one with this disk, in the same process. */
    List<String> around(List<String> command) {
        List<String> whole = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", MOUNT, folder.toString()));
        whole.addAll(command);
        return whole;
    }

    /** Fills the disk, and waits until the replica has lost an audit event. */
    void fill(long pid) {
        long before = lines("Audit events are lost");
        try (OutputStream ballast = Files.newOutputStream(ballast(pid))) {
            byte[] block = new byte[4096];
            while (true) {
                ballast.write(block);
            }
        } catch (IOException _) {
            Awaitility.await("audit events are lost; see " + log)
                    .atMost(LIMIT)
                    .until(() -> lines("Audit events are lost") > before);
        }
    }

    /** Frees the disk, and waits until the replica writes audit events again. */
    void free(long pid) {
        try {
            long before = lines("Writing the audit log works again");
            Files.delete(ballast(pid));
            Awaitility.await("audit events are written; see " + log)
                    .atMost(LIMIT)
                    .until(() -> lines("Writing the audit log works again") > before);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path ballast(long pid) {
        return Path.of("/proc/" + pid + "/root" + folder).resolve("ballast");
    }

    private long lines(String text) {
        try {
            return Files.readAllLines(log).stream()
                    .filter(line -> line.contains(text))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
