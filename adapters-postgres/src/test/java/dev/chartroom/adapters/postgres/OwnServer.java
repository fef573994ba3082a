package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.ports.network.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server that a test starts, kills and configures. Its port and its data stay the same. */
public final class OwnServer implements AutoCloseable {
    private static final String DISK = """
            mount -t tmpfs -o size=16m none "$0" && mkdir "$0"/tables && head -c 8388608 /dev/zero > "$0"/ballast
            exec "$@"
            """;

    /** Suspends processes, and returns when all are suspended. */
    private static final String STOP = """
            kill -STOP "$@"; for each; do while grep -qs "^State:.[RSD]" /proc/"$each"/status; do :; done; done
            """;

    private final Path data;
    private final Path log;
    private final int port;
    private final List<String> options = new ArrayList<>();
    private @Nullable Path disk;
    private @Nullable Process process;

    /** Creates a database in an empty folder. */
    public OwnServer(Path folder) {
        this(folder, FreePort.next());
        run("initdb", "-D", data.toString(), "-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=trust", "-N")
                .onExit()
                .join();
    }

    private OwnServer(Path folder, int port) {
        this.data = folder.resolve("data");
        this.log = folder.resolve("log");
        this.port = port;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        with("listen_addresses", "127.0.0.1");
        with("unix_socket_directories", "");
        with("max_connections", "100");
        // The tests simulate no crash of the machine.
        with("fsync", "off");
    }

    /**
     * Creates a standby that replicates from this server once both are started. Copies the files, so this server must
     * never have been started.
     */
    public OwnServer standby(Path folder) throws IOException {
        OwnServer standby = new OwnServer(folder, FreePort.next());
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.toList()) {
                Path copy = standby.data.resolve(data.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.createFile(standby.data.resolve("standby.signal"));
        return standby.with("primary_conninfo", "host=127.0.0.1 port=" + port + " user=postgres")
                .with("wal_retrieve_retry_interval", "100ms");
    }

    public int port() {
        return port;
    }

    /**
     * Mounts a small disk in a folder for this server, with a folder {@code tables} and a file {@code ballast} that
     * takes most of it. Other processes do not see the disk, and it disappears with the server.
     */
    OwnServer onDisk(Path folder) {
        disk = folder;
        return this;
    }

    /** Returns whether a server can have its own disk on this machine. */
    static boolean canMount() {
        try {
            return new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Sets an option for the next start. */
    public OwnServer with(String option, String value) {
        options.add("-c");
        options.add(option + "=" + value);
        return this;
    }

    Path data() {
        return data;
    }

    String url() {
        return url("127.0.0.1", "postgres");
    }

    String url(String host, String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    PostgresSettings settings() {
        return PostgresSettings.of(url(), "postgres", null);
    }

    public OwnServer start() {
        launch();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(20))
                    .until(this::isThere);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("the server does not start: " + lastWords(), e);
        }
        return this;
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void launch() {
        List<String> command = new ArrayList<>(List.of("-D", data.toString(), "-p", Integer.toString(port)));
        command.addAll(options);
        process = run("postgres", command.toArray(String[]::new));
    }

    private boolean isThere() {
        Process started = process;
        if (started == null || !started.isAlive()) {
            // The shared memory of a killed server is still in use for a moment.
            launch();
        }
        try (Connection connection = connect()) {
            return connection.isValid(5);
        } catch (SQLException _) {
            return false;
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), "postgres", "");
    }

    /** Returns the first column of the first row of a query; null if there is no row. */
    public @Nullable String read(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(query)) {
            return results.next() ? results.getString(1) : null;
        }
    }

    public void administer(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement administer = connection.createStatement()) {
            for (String statement : statements) {
                administer.execute(statement);
            }
        }
    }

    /** Simulates a power failure: kills all processes of the server. */
    public void kill() {
        Process running = process;
        if (running != null) {
            // A process that starts after the listing would survive, and wait forever for a lock of a killed one.
            suspend(List.of(running.toHandle()));
            List<ProcessHandle> children = running.descendants().toList();
            // A process that sees the death of another one stops to wait for the standby, and shows what may get lost.
            suspend(children);
            running.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
            running.onExit().join();
        }
        process = null;
    }

    private static void suspend(List<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", STOP, "sh"));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        started(new ProcessBuilder(command)).onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    /** The server refuses to run as root, even as root of a namespace. */
    private Process run(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (disk != null && program.equals("postgres")) {
            command.addAll(List.of("unshare", "-rm", "sh", "-c", DISK, disk.toString(), "unshare", "-U"));
        } else if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(Path.of(PostgresServer.binaries(), program).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(Map.of("LC_ALL", "C", "TZ", "UTC"));
        return started(builder);
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
