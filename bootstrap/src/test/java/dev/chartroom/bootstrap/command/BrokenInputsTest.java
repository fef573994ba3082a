package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Whatever a file contains, a user gets sentences: no stack trace, and no name of a class. */
@Timeout(120)
class BrokenInputsTest {
    private static final Pattern INTERNAL = Pattern.compile(
            "(?m)^\\s+at |\\w+Exception|\\w+Error\\b|dev\\.chartroom\\.\\w+\\.|\\bjava\\.|\\b(com|io|org)\\.\\w+\\.[\\w.]*[A-Z]");
    private static final String VALID_KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: a, user: {}}]
            contexts: [{name: a, context: {cluster: a, user: a}}]
            current-context: a
            """;
    private static final String VALID_CONFIG = """
            listen: {address: 127.0.0.1, port: 0}
            tls: {certificateFile: tls.crt, keyFile: tls.key}
            kinds: {folders: [kinds]}
            """;

    private static final String PLUGIN = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never";

    @TempDir
    private Path folder;

    private Path kubeconfig;
    private Path config;

    @BeforeEach
    void validFiles() throws IOException {
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), VALID_KUBECONFIG);
        config = Files.writeString(folder.resolve("config.yaml"), VALID_CONFIG);
        Files.createDirectory(folder.resolve("kinds"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --config BROKEN",
                "kind lint BROKEN",
                "kind lint --strict BROKEN",
                "kind lint -o json BROKEN",
                "kind lint -o github BROKEN",
                "kind lint -o junit BROKEN",
                "kind schema BROKEN",
                "kind schema --format crd BROKEN",
                "kind from-chart lamp --repo http://127.0.0.1:1 --ca-file BROKEN",
                "kind diff --offline BROKEN BROKEN",
                "kind diff --offline - BROKEN",
                "kind diff - BROKEN --kubeconfig KUBECONFIG",
                "kind preview --kubeconfig KUBECONFIG BROKEN",
                "kind preview --config BROKEN BROKEN",
                "kind from-chart BROKEN",
                "adopt -f BROKEN --kubeconfig KUBECONFIG Lamp a",
                "adopt --config BROKEN --kubeconfig KUBECONFIG Lamp a",
                "adopt --config CONFIG --kubeconfig BROKEN Lamp a",
                "adopt --config CONFIG --kubeconfig BROKEN --list",
                "unregister --kubeconfig BROKEN",
                "manifests --config BROKEN --kubeconfig KUBECONFIG",
                "manifests --config CONFIG --kubeconfig BROKEN",
                "manifests --config CONFIG --kubeconfig KUBECONFIG --ca BROKEN",
                "export apps.example.com --kubeconfig BROKEN",
                "import BROKEN --kubeconfig KUBECONFIG",
                "import CONFIG --kubeconfig BROKEN",
                "migrate lamps.apps.example.com --config BROKEN --from a --to b",
                "export apps.example.com --context BROKEN --kubeconfig KUBECONFIG",
            })
    void brokenFileIsReportedInSentences(String command) throws IOException {
        assertSentences(command, brokenFiles());
    }

    private void assertSentences(String command, Map<String, Path> files) {
        for (Map.Entry<String, Path> broken : files.entrySet()) {
            String[] arguments = Stream.of(command.split(" "))
                    .map(word -> switch (word) {
                        case "BROKEN" -> broken.getValue().toString();
                        case "KUBECONFIG" -> kubeconfig.toString();
                        case "CONFIG" -> config.toString();
                        default -> word;
                    })
                    .toArray(String[]::new);

            CommandRun run = CommandRun.of(arguments);

            String output = run.out() + run.err();
            assertThat(INTERNAL.matcher(output.replace(folder.toString(), "FOLDER"))
                            .results()
                            .toList())
                    .as(command + " with " + broken.getKey() + ": " + output)
                    .isEmpty();
            assertThat(output).as(command + " with " + broken.getKey()).isNotBlank();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--nonsense",
                "-Z",
                "--kubeconfig",
                "--output=nonsense",
                "--format=nonsense",
                "--context=",
                "nonsense"
            })
    void brokenArgumentIsReportedInSentences(String argument) {
        for (List<String> command : commands(ChartroomCommand.line(), List.of())) {
            List<String> arguments = new ArrayList<>(command);
            arguments.add(argument);

            CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

            assertThat(INTERNAL.matcher(run.out() + run.err()).results().toList())
                    .as(arguments + ": " + run.out() + run.err())
                    .isEmpty();
            assertThat(run.exitCode()).as(arguments + ": " + run.out()).isIn(1, 2);
            assertThat(run.err() + run.out()).as(arguments.toString()).isNotBlank();
        }
    }

    /** Returns the names of all commands. */
    private static List<List<String>> commands(CommandLine line, List<String> path) {
        List<List<String>> all = new ArrayList<>();
        line.getSubcommands().forEach((name, below) -> {
            List<String> command = new ArrayList<>(path);
            command.add(name);
            all.add(command);
            all.addAll(commands(below, command));
        });
        return all;
    }

    private static String kubeconfig(String cluster, String user) {
        return """
                clusters: [{name: a, cluster: {%s}}]
                users: [{name: a, user: {%s}}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                current-context: a
                """.formatted(cluster, user);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind diff - CONFIG --kubeconfig BROKEN",
                "kind preview --kubeconfig BROKEN CONFIG",
                "adopt --config CONFIG --kubeconfig BROKEN --list",
                "manifests --config CONFIG --kubeconfig BROKEN",
                "export apps.example.com --kubeconfig BROKEN",
                "import CONFIG --kubeconfig BROKEN",
                "migrate --config CONFIG --kubeconfig BROKEN --from helmrelease --to postgres",
            })
    void brokenKubeconfigIsReportedInSentences(String command) throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (String text : List.of(
                kubeconfig("server: 'http://127.0.0.1:1'", "exec: {}"),
                kubeconfig("server: 'http://127.0.0.1:1'", "exec: {apiVersion: 7, command: [a]}"),
                kubeconfig("server: 'http://127.0.0.1:1'", PLUGIN + ", command: /nowhere/plugin}"),
                kubeconfig("server: 'http://127.0.0.1:1'", PLUGIN + ", command: 'false'}"),
                kubeconfig("server: 'http://127.0.0.1:1'", PLUGIN + ", command: 'true'}"),
                kubeconfig("server: 'http://127.0.0.1:1'", PLUGIN + ", command: echo, args: [text]}"),
                kubeconfig("server: 'http://127.0.0.1:1'", PLUGIN + ", command: echo, args: ['{\"kind\": 1}']}"),
                kubeconfig("server: 'http://127.0.0.1:1'", "client-certificate-data: YQ==, client-key-data: YQ=="),
                kubeconfig("server: 'http://127.0.0.1:1'", "client-certificate: /nowhere, client-key: /nowhere"),
                kubeconfig("server: 'http://127.0.0.1:1'", "tokenFile: /nowhere"),
                kubeconfig("server: 'http://127.0.0.1:1'", "auth-provider: {name: gcp}"),
                kubeconfig("server: 'http://127.0.0.1:1'", "auth-provider: {name: other}"),
                kubeconfig("server: 'http://127.0.0.1:1'", "as: [], as-groups: 7"),
                kubeconfig("server: 'http://127.0.0.1:1', proxy-url: ':::'", ""),
                kubeconfig("server: 'http://127.0.0.1:1', proxy-url: 'ftp://a'", ""),
                kubeconfig("server: 'https://127.0.0.1:1', certificate-authority-data: YQ==", ""),
                kubeconfig("server: 'https://127.0.0.1:1', certificate-authority: /nowhere", ""),
                kubeconfig("server: 7", ""))) {
            files.put(text, Files.writeString(folder.resolve("kubeconfig-" + files.size()), text));
        }
        assertSentences(command, files);
    }

    private Map<String, Path> brokenFiles() throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put("nothing", new byte[0]);
        contents.put("zeros", new byte[1000]);
        contents.put("not UTF-8", new byte[] {'a', ':', ' ', (byte) 0xc3, (byte) 0x28, '\n'});
        contents.put("a gzip header", new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3});
        for (String text : List.of(
                "null",
                "[]",
                "text",
                "{",
                "a: b: c",
                "a: &a [*a]",
                "a: 1\na: 2",
                "\t- a",
                "a: 1e999",
                "--- {}\n--- {}\n",
                "apiVersion: 1\nkind: []\nmetadata: 7\nspec: text",
                "apiVersion: v1\nkind: Config\nclusters: {}\nusers: 1\ncontexts: [1]\ncurrent-context: [a]",
                "apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: ':::'}}]\nusers: [{name: a}]\n"
                        + "contexts: [{name: a, context: {cluster: a, user: a}}]\ncurrent-context: a",
                "listen: []\ntls: 1\nkinds: text",
                "listen: {address: 'no such host', port: 99999}\ntls: {certificateFile: '\\0', keyFile: ''}\nkinds: {}",
                "apiVersion: chartroom.dev/v1alpha1\nkind: KindDefinition\nmetadata: {name: a}\nspec: {versions: [null]}",
                "[".repeat(20_000))) {
            contents.put(text.substring(0, Math.min(300, text.length())), text.getBytes(StandardCharsets.UTF_8));
        }
        Map<String, Path> files = new LinkedHashMap<>();
        int number = 0;
        for (Map.Entry<String, byte[]> content : contents.entrySet()) {
            files.put(content.getKey(), Files.write(folder.resolve("broken-" + number++), content.getValue()));
        }
        files.put("a folder", Files.createDirectories(folder.resolve("a-folder")));
        files.put("a missing file", folder.resolve("missing"));
        return files;
    }
}
