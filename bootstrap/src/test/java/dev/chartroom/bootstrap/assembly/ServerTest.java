package dev.chartroom.bootstrap.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

    @ParameterizedTest
    @ValueSource(strings = {"serve --config a.yaml", "serve --config=a.yaml"})
    void serveWithConfigNeedsNoCommandLineParser(String arguments) {
        assertThat(Server.of(arguments.split(" "))).contains(new Server(Path.of("a.yaml")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "serve --config",
                "serve --help",
                "serve --configuration=a.yaml",
                "serve a.yaml --config",
                "serve --config a.yaml --help",
                "dev --config a.yaml",
                "dev --config=a.yaml",
                "--config a.yaml serve"
            })
    void otherArgumentsNeedTheCommandLineParser(String arguments) {
        assertThat(Server.of(arguments.split(" "))).isEmpty();
    }

    @Test
    void emptyArgumentsNeedTheCommandLineParser() {
        assertThat(Server.of()).isEmpty();
    }
}
