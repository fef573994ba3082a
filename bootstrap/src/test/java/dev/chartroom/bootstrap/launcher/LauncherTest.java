package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.bootstrap.launcher.Checkout.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** Waits for the file {@code go}, for at most a minute. */
    private static final String UNTIL_GO = "for _ in {1..1200}; do [ ! -e go ] || break; sleep 0.05; done\n";

    @TempDir
    private Path folder;

    private Checkout checkout;

    LauncherTest() {
        checkout = new Checkout(Path.of(""));
    }

    @BeforeEach
    void create() throws IOException {
        checkout = Checkout.create(folder.toRealPath());
    }

    @Test
    void firstBuild_printsItsProgressAndTheLogFile() throws Exception {
        Run run = checkout.run("--version");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stderr())
                .contains("first build: one to three minutes, 130 MB; the log is in "
                        + checkout.root().resolve("bootstrap/target/quick/build.log"))
                .containsPattern("step \\d of \\d, 0:0\\d, \\d MB downloaded: ")
                .containsPattern("built in \\d+ s");
        assertThat(run.stdout()).startsWith("java @").contains("dev.chartroom.bootstrap.Main --version");
    }

    @Test
    void progress_addsUpDownloads() throws Exception {
        checkout.maven("""
                echo '[INFO] Building Chartroom domain 0.1.0-SNAPSHOT      [2/3]'
                echo '[INFO] Downloaded from central: https://example.com/a.jar (2.5 MB at 1.2 MB/s)'
                echo '[INFO] Downloaded from central: https://example.com/b.pom (600 kB at 1.2 MB/s)'
                exit 1
                """);

        assertThat(checkout.run("dev").stderr())
                .contains("step 2 of 3, 0:0")
                .contains("3 MB downloaded: Chartroom domain");
    }

    @Test
    void output_hasNoEscapeCodes() throws Exception {
        Run run = checkout.run("--version");

        assertThat(run.stdout() + run.stderr()).doesNotContain("\u001b").doesNotContain("\r");
    }

    @Test
    void build_runsMavenWithTheRequiredJdk() throws Exception {
        checkout.run("--version");

        assertThat(Files.readString(checkout.root().resolve("calls")))
                .contains("-Dquick")
                .contains("JAVA_HOME=" + checkout.root().resolve("jdk"));
    }

    @Test
    void secondRun_buildsNothing() throws Exception {
        checkout.run("dev");
        Run second = checkout.run("dev");

        assertThat(checkout.builds()).isOne();
        assertThat(second.stderr()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "domain/pom.xml",
                "domain/src/main/java/Domain.java",
                "console/app/src/main.tsx",
                "console/packages/form/src/index.ts",
                "console/package-lock.json"
            })
    void changedSource_isBuilt(String source) throws Exception {
        checkout.run("dev");
        checkout.touch(source);

        assertThat(checkout.run("dev").stderr()).contains("sources have changed, building");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "version", "kind", "export"})
    void readOnlyCommand_runsTheExistingBuild(String command) throws Exception {
        checkout.run("dev");
        checkout.touch("domain/src/main/java/Domain.java");

        assertThat(checkout.run(command).stdout()).endsWith("Main " + command + "\n");
        assertThat(checkout.builds()).isOne();
    }

    @Test
    void noBuild_skipsTheBuild() throws Exception {
        checkout.run("dev");
        checkout.touch("domain/src/main/java/Domain.java");

        assertThat(checkout.run("dev", "--no-build", "--port", "0").stdout()).endsWith("Main dev --port 0\n");
        assertThat(checkout.builds()).isOne();
    }

    @Test
    void noBuildOption_withoutAnEarlierBuild_printsTheRemedy() throws Exception {
        Run run = checkout.run("dev", "--no-build");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr()).contains("nothing to run yet. Run ").contains("once without --no-build.");
    }

    @Test
    void missingMaven_printsOneLineWithARemedy() throws Exception {
        checkout.removeMaven();

        Run run = checkout.run("dev");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr().lines()).singleElement().asString().startsWith("chartroom: Maven not found. Install ");
    }

    @Test
    void missingJdk_printsOneLineWithARemedy() throws Exception {
        checkout.removeJdk();

        Run run = checkout.run("dev");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr().lines()).singleElement().asString().startsWith("chartroom: JDK 25 not found. Install ");
    }

    @Test
    void failedBuild_printsTheErrorsAndTheLogFile() throws Exception {
        checkout.maven("echo '[ERROR] Domain.java:[3,1] cannot find symbol'; exit 1");

        Run run = checkout.run("dev");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr())
                .contains("cannot find symbol")
                .containsPattern("the build failed after \\d+ s; .*build.log");
        assertThat(checkout.run("dev").stderr()).contains("first build");
    }

    @Test
    void failedBuild_leavesThePreviousBuildRunnable() throws Exception {
        checkout.run("dev");
        checkout.touch("domain/src/main/java/Domain.java");
        Path quick = checkout.root().resolve("bootstrap/target/quick");
        checkout.maven("mkdir -p %1$s/lib; touch %1$s/lib/half.jar; exit 1".formatted(quick));

        assertThat(checkout.run("dev").stderr()).contains("the build failed");

        assertThat(checkout.run("dev", "--no-build").stdout()).endsWith("Main dev\n");
        assertThat(checkout.run("--help").stdout()).endsWith("Main --help\n");
        assertThat(checkout.builds()).isEqualTo(2);
        assertThat(quick.resolve("lib")).isDirectoryContaining("glob:**/domain.jar");
        assertThat(quick.resolve("lib")).isDirectoryNotContaining("glob:**/half.jar");
        assertThat(checkout.run("dev").stderr()).contains("sources have changed, building");
    }

    @Test
    void jarOfAnOlderVersion_isRemovedFromTheClassPath() throws Exception {
        checkout.run("dev");
        Path old = Files.createFile(checkout.root().resolve("bootstrap/target/quick/lib/old.jar"));
        checkout.touch("domain/src/main/java/Domain.java");

        assertThat(checkout.run("dev").exitCode()).isZero();

        assertThat(old).doesNotExist();
    }

    @Test
    void twoLaunchersAtOnce_callMavenOnce() throws Exception {
        Path calls = checkout.root().resolve("calls");
        checkout.maven(UNTIL_GO + Checkout.BUILD);
        Path launcher = checkout.root().resolve("chartroom");

        Checkout.Started first = checkout.start("first-", launcher, "dev");
        await().atMost(LONGEST).until(() -> Files.exists(calls));
        Checkout.Started second = checkout.start("second-", launcher, "dev");
        await().atMost(LONGEST)
                .until(() -> second.said()
                        .contains("another launcher (process %d) is building"
                                .formatted(first.process().pid())));
        Files.createFile(checkout.root().resolve("go"));

        assertThat(first.end().stdout()).endsWith("Main dev\n");
        assertThat(second.end().stdout()).endsWith("Main dev\n");
        assertThat(checkout.builds()).isOne();
    }

    @Test
    void lockOfAKilledLauncher_isRemoved() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path quick = Files.createDirectories(checkout.root().resolve("bootstrap/target/quick"));
        Path lock = Files.createSymbolicLink(quick.resolve("lock"), Path.of(Long.toString(ended.pid())));

        assertThat(checkout.run("dev").stdout()).endsWith("Main dev\n");

        assertThat(lock).doesNotExist();
        assertThat(Files.isSymbolicLink(lock)).isFalse();
    }

    @Test
    void launcherKilledDuringABuild_leavesThePreviousBuildRunnable() throws Exception {
        checkout.run("dev");
        checkout.touch("domain/src/main/java/Domain.java");
        checkout.maven("touch building-now\n" + UNTIL_GO + "exit 1");

        Checkout.Started killed = checkout.start("killed-", checkout.root().resolve("chartroom"), "dev");
        await().atMost(LONGEST).until(() -> Files.exists(checkout.root().resolve("building-now")));
        killed.process().destroyForcibly().waitFor();
        Files.createFile(checkout.root().resolve("go"));
        checkout.maven("exit 1");

        assertThat(checkout.run("dev").stderr()).contains("the build failed");
        assertThat(checkout.run("dev", "--no-build").stdout()).endsWith("Main dev\n");
    }

    @Test
    void symbolicLinksToTheLauncher_areFollowed() throws Exception {
        Path links = Files.createDirectories(checkout.root().resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), checkout.root().resolve("chartroom"));
        Files.createSymbolicLink(links.resolve("relative"), Path.of("absolute"));

        Run run = checkout.runAs(links.resolve("relative"), "--version");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout()).contains(checkout.root().resolve("bootstrap/target/quick") + "/lib/*");
    }

    @Test
    void newerBuildByPlainMaven_isUsed() throws Exception {
        checkout.run("dev");
        Path target = checkout.root().resolve("bootstrap/target");
        Files.createDirectories(target.resolve("lib"));
        Files.createFile(target.resolve("bootstrap-7.0.0-SNAPSHOT.jar"));
        Files.createFile(target.resolve("chartroom-7.0.0-SNAPSHOT.tar.gz"));
        checkout.touch("bootstrap/target/chartroom-7.0.0-SNAPSHOT.tar.gz");

        assertThat(checkout.run("dev").stdout()).contains(target + "/lib/*");
    }

    @ParameterizedTest
    @CsvSource({"dev, true", "serve, false", "export, false", "version, false"})
    void postgresOfDevMode_isOnTheClassPathOfDevOnly(String command, boolean expected) throws Exception {
        String said = checkout.run(command).stdout();

        assertThat(said).contains(checkout.root().resolve("bootstrap/target/quick") + "/lib/*");
        assertThat(said.contains("/lib/*:" + checkout.root().resolve("bootstrap/target/quick") + "/lib-dev/*"))
                .isEqualTo(expected);
    }

    @Test
    void firstRun_createsTheAotCacheInTheBackground() throws Exception {
        Path aot = checkout.root().resolve("bootstrap/target/quick/chartroom.aot");
        Path jdk = checkout.root().resolve("jdk/bin/java");
        Files.writeString(jdk, """
                #!/usr/bin/env bash
                for argument in "$@"; do
                  case "$argument" in -XX:AOTCacheOutput=*) touch "${argument#*=}" ;; esac
                done
                case "$*" in *" dev") while [ ! -e "%s" ]; do sleep 0.1; done ;; esac
                """.formatted(aot));

        assertThat(checkout.run("dev").exitCode()).isZero();
        assertThat(aot).exists();
    }

    /** The JVM does not always notice that the jars are newer than the cache. */
    @Test
    void aotCacheOfAnEarlierBuild_isNotUsed() throws Exception {
        Path aot = checkout.root().resolve("bootstrap/target/quick/chartroom.aot");
        checkout.run("version");
        assertThat(checkout.run("version").stdout()).doesNotContain("-XX:AOTCache=");

        checkout.run("dev");
        checkout.write("bootstrap/target/quick/chartroom.aot", "");
        assertThat(checkout.run("version").stdout()).contains("-XX:AOTCache=" + aot);

        Files.setLastModifiedTime(aot, FileTime.from(Instant.now().minusSeconds(3_600)));
        assertThat(checkout.run("version").stdout()).doesNotContain("-XX:AOTCache=");
    }

    @ParameterizedTest
    @CsvSource({"on, true", "off, false"})
    void aotCache_isCreatedUnlessItIsSwitchedOff(String value, boolean made) throws Exception {
        Path calls = checkout.root().resolve("mkdir-calls");
        Path mkdir = checkout.root().resolve("bin/mkdir");
        Files.writeString(mkdir, """
                #!/usr/bin/env bash
                echo "$@" >>%s
                exec %s/tools/mkdir "$@"
                """.formatted(calls, checkout.root()));
        assertThat(mkdir.toFile().setExecutable(true)).isTrue();
        Path launcher = checkout.root().resolve("switched");
        Files.writeString(
                launcher,
                "CHARTROOM_AOT=%s exec bash %s \"$@\"\n"
                        .formatted(value, checkout.root().resolve("chartroom")));

        assertThat(checkout.runAs(launcher, "dev").exitCode()).isZero();

        // The launcher creates the lock first, and then starts the program.
        assertThat(Files.readString(calls).contains("chartroom.aot.lock")).isEqualTo(made);
    }
}
