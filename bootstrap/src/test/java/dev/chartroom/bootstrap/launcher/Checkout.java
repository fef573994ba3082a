package dev.chartroom.bootstrap.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder that the launcher accepts as a checkout. It has the real scripts, two modules, and stand-ins for {@code mvn}
 * and a JDK. Each call of {@code mvn} is a line in {@code calls}.
 */
record Checkout(Path root) {
    private static final Path REAL = Path.of("..").toAbsolutePath().normalize();
    /** The sources of the console. */
    private static final List<String> CONSOLE = List.of(
            "pom.xml",
            "build.sh",
            "package-lock.json",
            "app/index.html",
            "app/vite.config.ts",
            "app/src/main.tsx",
            "app/public/icon.svg",
            "packages/form/src/index.ts");

    private static final Path LAUNCHER = Path.of("bootstrap/src/main/launcher");

    /** The commands of a stand-in for Maven that builds the program. */
    static final String BUILD = """
            target=bootstrap/target/quick
            echo '[INFO] Building Chartroom domain 7.0.0-SNAPSHOT      [2/3]'
            echo '[INFO] Downloaded from central: https://example.com/a.jar (2.5 MB at 1.2 MB/s)'
            echo '[INFO] Downloaded from central: https://example.com/b.pom (900 kB at 1.2 MB/s)'
            mkdir -p "$target/lib"
            touch "$target/bootstrap-7.0.0-SNAPSHOT.jar" "$target/lib/domain.jar"
            """;

    /** The output of the launcher and its exit code. */
    record Run(int exitCode, String stdout, String stderr) {}

    /** A running script and the files of its output. */
    record Started(Process process, Path stdout, Path stderr) {

        /** Returns the standard error so far. */
        String said() throws IOException {
            return Files.readString(stderr);
        }

        /** Waits until the script ends. */
        Run end() throws IOException, InterruptedException {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("the script does not end: " + said());
            }
            return new Run(process.exitValue(), Files.readString(stdout), said());
        }
    }

    static Checkout create(Path root) throws IOException {
        Checkout checkout = new Checkout(root);
        checkout.copy(Path.of("chartroom"));
        checkout.copy(Path.of("dev"));
        for (String script : List.of("build.sh", "jdk.sh", "jvm.options")) {
            checkout.copy(LAUNCHER.resolve(script));
        }
        // The machine's own JDKs must not be found.
        Path jdks = root.resolve(LAUNCHER).resolve("jdk.sh");
        Files.writeString(jdks, Files.readString(jdks).replace("/usr/lib/jvm", "/nothing"));
        checkout.write("pom.xml", """
                <version>7.0.0-SNAPSHOT</version>
                <modules>
                  <module>format</module>
                  <module>domain</module>
                  <module>console</module>
                  <module>bootstrap</module>
                  <module>e2e</module>
                </modules>
                """);
        checkout.write("domain/pom.xml", "");
        checkout.write("domain/src/main/java/Domain.java", "");
        for (String source : CONSOLE) {
            checkout.write("console/" + source, "");
        }
        checkout.write("bootstrap/pom.xml", "");
        checkout.write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        checkout.script("jdk/bin/javac", "");
        checkout.script("jdk/bin/java", "echo \"java $*\"");
        checkout.maven(BUILD);
        return checkout;
    }

    /** Replaces the commands of the stand-in for Maven. */
    void maven(String commands) throws IOException {
        script("bin/mvn", "echo \"mvn $* JAVA_HOME=$JAVA_HOME\" >>\"" + root.resolve("calls") + "\"\n" + commands);
    }

    /** Adds a stand-in for a scanner that reports a finding. */
    void scanner(String name) throws IOException {
        script("bin/" + name, "echo \"" + name + " $*\"\nexit 1\n");
    }

    void removeMaven() throws IOException {
        Files.delete(root.resolve("bin/mvn"));
    }

    void removeJdk() throws IOException {
        Files.delete(root.resolve("jdk/release"));
    }

    /** Gives a source a modification time after the last build. */
    void touch(String source) throws IOException {
        Files.setLastModifiedTime(
                root.resolve(source), FileTime.from(Instant.now().plusSeconds(5)));
    }

    /** Returns how often Maven was called. */
    int builds() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /** Runs the launcher. */
    Run run(String... arguments) throws IOException, InterruptedException {
        return runAs(root.resolve("chartroom"), arguments);
    }

    /** Runs the launcher by another path. */
    Run runAs(Path launcher, String... arguments) throws IOException, InterruptedException {
        return start("", launcher, arguments).end();
    }

    /** Starts a script. The names of its output files begin with a prefix. */
    Started start(String prefix, Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(arguments));
        Path stdout = root.resolve(prefix + "stdout");
        Path stderr = root.resolve(prefix + "stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", root.resolve("bin") + ":" + tools());
        builder.environment().put("HOME", root.toString());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        return new Started(builder.start(), stdout, stderr);
    }

    /** Returns a folder with the commands that scripts need, without mvn and javac. */
    private Path tools() throws IOException {
        Path folder = Files.createDirectories(root.resolve("tools"));
        for (String tool : List.of(
                "bash",
                "sh",
                "sed",
                "grep",
                "find",
                "head",
                "tail",
                "awk",
                "sleep",
                "mkdir",
                "rmdir",
                "rm",
                "mv",
                "cp",
                "ln",
                "touch",
                "cat",
                "cp",
                "mktemp",
                "dirname",
                "readlink",
                "nice",
                "env")) {
            Path link = folder.resolve(tool);
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, find(tool));
            }
        }
        return folder;
    }

    private static Path find(String tool) {
        return Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + tool + " on this machine"));
    }

    private void copy(Path file) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.copy(REAL.resolve(file), root.resolve(file));
    }

    void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }

    private void script(String file, String commands) throws IOException {
        write(file, "#!/usr/bin/env bash\n" + commands + "\n");
        if (!root.resolve(file).toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }
}
