package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestJsonTest {
    @TempDir
    private Path folder;

    @Test
    void namesNeedNoQuotesAndStringsMayHaveSingleOnes() {
        assertThat(TestJson.object("{a: 'b'}")).isEqualTo(JsonObject.of("a", new JsonString("b")));
    }

    @Test
    void secondValueIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> TestJson.parse("1 2"));
    }

    @Test
    void fileIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "{\"a\": \"b\"}\n");

        assertThat(TestJson.readObject(file)).isEqualTo(TestJson.object("{a: 'b'}"));
    }
}
