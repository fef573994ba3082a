package dev.chartroom.adapters.postgres;

import dev.chartroom.ports.network.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.testcontainers.DockerClientFactory;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Selects the PostgreSQL that tests start: the one that Maven provides, or the one in the folder in the system property
 * {@code postgres.home}, such as {@code /usr/lib/postgresql/15}. Some tests run with an installed one as well.
 */
public final class PostgresPrograms {
    private static final String HOME = "postgres.home";
    /** The folder of packages, with a folder for each major version. */
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    /** A file system in memory; in a container it may have only 64 MiB. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final long ROOM = 8L << 30;
    /** The oldest supported version. */
    private static final int OLDEST = 15;

    /** The reason why the tests of a server that is too old are skipped. */
    public static final String NO_OLD_ONE =
            "no PostgreSQL 15 is in /usr/lib/postgresql, so nothing shows that a server older than 16 is refused";

    private PostgresPrograms() {}

    /** Returns the builder of a server with the version for all tests. */
    public static EmbeddedPostgres.Builder builder() {
        String home = System.getProperty(HOME, "");
        return home.isEmpty() ? withData(EmbeddedPostgres.builder()) : builder(Path.of(home));
    }

    /** Returns the builder of a server with the version that a class of tests requires. */
    public static EmbeddedPostgres.Builder builder(Class<?> tests) {
        return tests.isAnnotationPresent(OnInstalledPostgres.class)
                ? builder(installed().orElseThrow())
                : builder();
    }

    private static EmbeddedPostgres.Builder builder(Path home) {
        return withData(EmbeddedPostgres.builder())
                .setPgBinaryResolver(new Links(home.resolve("bin")))
                // By default, packages use a folder that not every user can write to.
                .setServerConfig("unix_socket_directories", "");
    }

    /** Puts the data in memory if there is room, because tests that create databases mostly wait for the disk. */
    private static EmbeddedPostgres.Builder withData(EmbeddedPostgres.Builder builder) {
        builder.setPort(FreePort.next()).setPGStartupWait(Duration.ofMinutes(1));
        if (Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ROOM) {
            try {
                builder.setDataDirectory(Files.createTempDirectory(MEMORY, "chartroom-postgres-"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return builder;
    }

    /** Returns whether a PostgreSQL is installed that the tests can use; logs a warning if not. */
    static boolean isInstalled() {
        boolean isInstalled = installed().isPresent();
        if (!isInstalled) {
            System.getLogger(PostgresPrograms.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "Skipped: no PostgreSQL of {0} or newer is in {1}",
                            OLDEST,
                            PACKAGES);
        }
        return isInstalled;
    }

    /** Returns whether a server is installed that is too old for the kinds of the example. */
    static boolean isOldInstalled() {
        return installed().filter(home -> version(home) < 16).isPresent();
    }

    /** Returns whether Docker answers; logs a warning if not. */
    static boolean hasDocker() {
        boolean answers = DockerClientFactory.instance().isDockerAvailable();
        if (!answers) {
            System.getLogger(PostgresPrograms.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "Skipped: no PostgreSQL in a container, as Docker does not answer");
        }
        return answers;
    }

    /** Returns the home of the oldest installed version that the tests can use. */
    private static Optional<Path> installed() {
        return homes().filter(home -> version(home) >= OLDEST)
                .filter(home -> Files.isExecutable(home.resolve("bin/initdb")))
                .min(Comparator.comparingInt(PostgresPrograms::version));
    }

    private static Stream<Path> homes() {
        if (!Files.isDirectory(PACKAGES)) {
            return Stream.of();
        }
        try (Stream<Path> homes = Files.list(PACKAGES)) {
            return homes.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int version(Path home) {
        String name = home.getFileName().toString();
        return name.matches("[0-9]{1,4}") ? Integer.parseInt(name) : 0;
    }

    /** Returns an archive of links to the programs, because the library expects an archive. */
    private record Links(Path programs) implements PgBinaryResolver {
        @Override
        public InputStream getPgBinary(String system, String architecture) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TarArchiveOutputStream archive =
                    new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options()))) {
                TarArchiveEntry folder = new TarArchiveEntry("bin/");
                // A fixed time makes equal archives for equal programs, so that the library unpacks them once.
                folder.setModTime(0);
                archive.putArchiveEntry(folder);
                archive.closeArchiveEntry();
                for (String program : List.of("initdb", "pg_ctl", "postgres")) {
                    TarArchiveEntry link = new TarArchiveEntry("bin/" + program, TarConstants.LF_SYMLINK);
                    link.setLinkName(programs.resolve(program).toString());
                    link.setModTime(0);
                    archive.putArchiveEntry(link);
                    archive.closeArchiveEntry();
                }
            }
            return new ByteArrayInputStream(bytes.toByteArray());
        }
    }
}
