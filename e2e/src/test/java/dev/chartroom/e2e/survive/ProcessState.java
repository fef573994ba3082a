package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The resources that a JVM uses, measured after a collection.
 *
 * @param threads of the operating system
 * @param virtualThreads those that have begun and not ended, such as one for each stream
 * @param descriptors open files and sockets
 * @param heap the bytes of reachable objects
 */
record ProcessState(long threads, long virtualThreads, long descriptors, long heap) {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    static ProcessState of(long pid) {
        jcmd(pid, "GC.run");
        jcmd(pid, "GC.run");
        Path dump = ModuleDirectory.newWorkDirectory("threads").resolve("dump.json");
        jcmd(pid, "Thread.dump_to_file", "-format=json", dump.toString());
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> tasks = Files.list(process.resolve("task"));
                Stream<Path> descriptors = Files.list(process.resolve("fd"));
                Stream<String> lines = Files.lines(dump)) {
            return new ProcessState(
                    tasks.count(),
                    lines.filter(line -> line.contains("\"virtual\": true")).count(),
                    descriptors.count(),
                    used(jcmd(pid, "GC.heap_info")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long used(String info) {
        Matcher used = USED.matcher(info);
        if (!used.find()) {
            throw new IllegalStateException(info);
        }
        return Long.parseLong(used.group(1)) * 1024;
    }

    private static String jcmd(long pid, String... command) {
        Stream<String> words = Stream.concat(
                Stream.of(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid)),
                Stream.of(command));
        try (ChildProcess jcmd = ChildProcess.start(new ProcessBuilder(words.toList()))) {
            String output = String.join("\n", jcmd.stdout().toList());
            if (jcmd.exitCode() != 0) {
                throw new IllegalStateException(output);
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
