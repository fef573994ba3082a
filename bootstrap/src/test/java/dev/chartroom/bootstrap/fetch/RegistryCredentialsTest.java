package dev.chartroom.bootstrap.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Credentials come from files and from the programs that the files name. */
class RegistryCredentialsTest {
    @TempDir
    private Path home;

    /** A helper that knows one server, one that has a token, and one that is not in the PATH. */
    @BeforeEach
    void helpers() throws IOException {
        program("bin/docker-credential-good", """
                read -r server
                [ "$1" = get ] && [ "$server" = registry.example.com ] || exit 1
                echo '{"ServerURL":"registry.example.com","Username":"jane","Secret":"of the helper"}'
                """);
        program("bin/docker-credential-token", "echo '{\"Username\":\"<token>\",\"Secret\":\"t\"}'");
        program("bin/docker-credential-silent", "exit 0");
        program("other/docker-credential-elsewhere", "echo '{\"Username\":\"eve\",\"Secret\":\"e\"}'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            quoteCharacter = '"',
            value = {
                "{'credsStore':'good'} | jane:of the helper",
                "{'credHelpers':{'registry.example.com':'good'}} | jane:of the helper",
                "{'credHelpers':{'registry.example.com':'good'},'credsStore':'silent'} | jane:of the helper",
                "{'credHelpers':{'another.example.com':'good'}} | -",
                "{'credsStore':'good',AUTH} | jane:of the helper",
                "{'credsStore':'silent',AUTH} | joe:of the file",
                "{'credsStore':'missing',AUTH} | joe:of the file",
                "{'credsStore':'token'} | -",
                "{'credsStore':'elsewhere'} | -",
                "{'credsStore':'../other/docker-credential-elsewhere'} | -",
                "{AUTH} | joe:of the file"
            })
    void helperComesBeforeTheFile(String config, @Nullable String expected) throws IOException {
        String auth = "'auths':{'registry.example.com':{'auth':'" + base64("joe:of the file") + "'}}";
        Files.createDirectories(home.resolve(".docker"));
        Files.writeString(
                home.resolve(".docker/config.json"),
                config.replace("AUTH", auth).replace('\'', '"'));

        assertThat(credentials().of("registry.example.com"))
                .isEqualTo(Optional.ofNullable(expected).map(pair -> "Basic " + base64(pair)));
    }

    private RegistryCredentials credentials() {
        return new RegistryCredentials(
                Map.of("PATH", home.resolve("none") + ":" + home.resolve("bin")), home, new JacksonCodec());
    }

    private void program(String name, String script) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
