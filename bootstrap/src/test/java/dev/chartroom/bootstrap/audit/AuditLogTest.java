package dev.chartroom.bootstrap.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.audit.AuditEvent;
import dev.chartroom.apimachinery.audit.AuditLevel;
import dev.chartroom.apimachinery.audit.AuditStage;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AuditLogTest {
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.123Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @TempDir
    private Path folder;

    @Test
    void closeWritesAllEventsAsLines() throws IOException {
        Path file = folder.resolve("audit.log");
        Files.writeString(file, "from before\n");
        try (AuditLog log = open(file, 1_000_000, 0)) {
            IntStream.range(0, 1000).forEach(i -> log.record(event("e" + i)));
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1001).startsWith("from before");
        assertThat(lines.get(1)).isEqualTo(event("e0").toJson().toString());
        assertThat(lines.getLast()).isEqualTo(event("e999").toJson().toString());
    }

    @Test
    void eventIsWrittenWithoutAFollowingEvent() throws IOException {
        Path file = folder.resolve("audit.log");
        try (AuditLog log = open(file, 1_000_000, 0)) {
            log.record(event("one"));

            Awaitility.await().untilAsserted(() -> assertThat(file).content().contains("\"one\""));
        }
    }

    @Test
    void logFileIsReadableByItsOwnerOnly() throws IOException {
        Path file = folder.resolve("audit.log");
        open(file, 1_000_000, 0).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void tooLargeFileIsRotatedAndTheNewestBackupsAreKept() throws IOException {
        Path file = folder.resolve("audit.log");
        Files.writeString(folder.resolve("audit-of-something.log"), "");
        int length = event("e0").toJson().toString().length() + 1;
        try (AuditLog log = open(file, 2L * length, 2)) {
            IntStream.range(0, 9).forEach(i -> log.record(event("e" + i)));
        }

        assertThat(names())
                .containsExactly(
                        "audit-2026-03-04T05-06-07.125.log",
                        "audit-2026-03-04T05-06-07.126.log",
                        "audit-of-something.log",
                        "audit.log");
        assertThat(folder.resolve("audit-2026-03-04T05-06-07.126.log"))
                .content()
                .contains("\"e6\"", "\"e7\"");
        assertThat(Files.readAllLines(file)).singleElement().asString().contains("\"e8\"");
    }

    @Test
    void maxBackupsZero_keepsAllBackups() throws IOException {
        try (AuditLog log = open(folder.resolve("audit"), 1, 0)) {
            IntStream.range(0, 5).forEach(i -> log.record(event("e" + i)));
        }

        assertThat(names()).hasSize(5).contains("audit", "audit-2026-03-04T05-06-07.126");
    }

    @Test
    void unfinishedLastLineIsTerminated() throws IOException {
        Path file = folder.resolve("audit.log");
        Files.writeString(file, "{\"kind\":");
        try (AuditLog log = open(file, 1_000_000, 0)) {
            log.record(event("one"));
        }

        assertThat(Files.readAllLines(file))
                .containsExactly("{\"kind\":", event("one").toJson().toString());
    }

    @Test
    void openFailsIfTheFileCannotBeWritten() {
        assertThatIOException().isThrownBy(() -> open(folder.resolve("absent/audit.log"), 1, 0));
    }

    @Test
    void eventsLostToDiskErrorsAreCountedAndLaterEventsAreWritten() {
        FakeFile file = new FakeFile();
        try (AuditLog log = new AuditLog(file, CODEC, 1000, 1, Duration.ofSeconds(10)).started()) {
            file.broken.set(true);
            log.record(event("lost"));
            log.record(event("lost too"));
            Awaitility.await().until(() -> log.lost() == 2);
            file.broken.set(false);
            log.record(event("written"));
        }

        assertThat(file.lines).singleElement().asString().contains("\"written\"");
    }

    @Test
    void recordDropsTheEventAfterTheWaitLimit() {
        FakeFile file = new FakeFile();
        file.going = new CountDownLatch(1);
        try (AuditLog log = new AuditLog(file, CODEC, 100, 1, Duration.ofMillis(20)).started()) {
            log.record(event("slow"));
            log.record(event("lost"));
            assertThat(log.lost()).isEqualTo(1);
            file.going.countDown();
        }

        assertThat(file.lines).singleElement().asString().contains("\"slow\"");
    }

    @Test
    void waitingEventIsWrittenWhenThereIsRoom() throws InterruptedException {
        FakeFile file = new FakeFile();
        file.going = new CountDownLatch(1);
        AuditLog log = new AuditLog(file, CODEC, 100, 1, Duration.ofSeconds(20)).started();
        log.record(event("slow"));
        Thread waiting = Thread.startVirtualThread(() -> log.record(event("waiting")));
        Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        file.going.countDown();
        waiting.join();
        log.close();

        assertThat(file.lines).hasSize(2);
        assertThat(log.lost()).isZero();
    }

    @Test
    void recordDropsTheEventIfTooManyEventsWait() throws InterruptedException {
        FakeFile file = new FakeFile();
        file.going = new CountDownLatch(1);
        AuditLog log = new AuditLog(file, CODEC, 100, 1, Duration.ofSeconds(20)).started();
        log.record(event("slow"));
        Thread waiting = Thread.startVirtualThread(() -> log.record(event("waiting")));
        Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        Thread late = Thread.startVirtualThread(() -> log.record(event("late")));

        assertThat(late.join(Duration.ofSeconds(10))).as("waits for nothing").isTrue();
        assertThat(log.lost()).isEqualTo(1);
        file.going.countDown();
        waiting.join();
        log.record(event("next"));
        log.close();
        assertThat(file.lines).hasSize(3).noneMatch(line -> line.contains("\"late\""));
    }

    private static final class FakeFile implements LogFile {
        final AtomicBoolean broken = new AtomicBoolean();
        final List<String> lines = new ArrayList<>();
        volatile CountDownLatch going = new CountDownLatch(0);

        @Override
        public void write(byte[] line) throws IOException {
            try {
                going.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (broken.get()) {
                throw new IOException("No space left on device");
            }
            lines.add(new String(line, StandardCharsets.UTF_8));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static AuditLog open(Path file, long maxBytes, int maxBackups) throws IOException {
        return AuditLog.open(file.toString(), maxBytes, maxBackups, CODEC, CLOCK);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static AuditEvent event(String id) {
        return new AuditEvent(
                id,
                AuditLevel.METADATA,
                AuditStage.RESPONSE_COMPLETE,
                NOW,
                NOW,
                new RequestOrigin("/healthz", List.of(), ""),
                new RequestAttributes.NonResource(UserInfo.ANONYMOUS, "get", "/healthz"),
                null,
                null,
                null,
                null,
                null,
                Map.of());
    }
}
