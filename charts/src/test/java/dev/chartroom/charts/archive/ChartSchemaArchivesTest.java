package dev.chartroom.charts.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.charts.ChartKind;
import dev.chartroom.charts.KindChoices;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChartSchemaArchivesTest {
    private final ChartReader reader = new ChartReader(new JacksonCodec(), new YamlLayoutReader());
    private final ChartSchemaArchives archives = new ChartSchemaArchives(reader, new CelExpressions());

    static List<Path> charts() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("src/test/resources/charts"))) {
            return folders.map(folder -> folder.resolve("chart")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("charts")
    void schemaOfAnArchiveMatchesTheFromChartCommand(Path chart) throws Exception {
        JsonObject definition = ChartKind.of(reader.read(chart), KindChoices.NONE, new CelExpressions())
                .definition();

        JsonObject schema = archives.openApiV3Schema(packed(chart));

        assertThat(schema.stringOrEmpty("description"))
                .isEqualTo(definition.objectOrEmpty("spec").stringOrEmpty("description"));
        assertThat(schema.without("description"))
                .isEqualTo(definition
                        .objectOrEmpty("spec")
                        .arrayOrEmpty("versions")
                        .objects()
                        .getFirst()
                        .objectOrEmpty("schema")
                        .objectOrEmpty("openAPIV3Schema"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            README.md  | x | there is no Chart.yaml in the archive
            Chart.yaml | type: library, name: common | common is a library chart, which cannot be installed
            Chart.yaml | version: 1 | Chart.yaml does not contain the name of the chart
            Chart.yaml | [ | Chart.yaml: the file is not valid YAML
            """)
    void archiveWithoutAValidChartIsRefused(String name, String content, String reason) throws IOException {
        byte[] archive = archive(
                tar -> file(tar, "a/" + name, content.replace(", ", "\n").getBytes(StandardCharsets.UTF_8)));

        assertThatExceptionOfType(UnreadableChartException.class)
                .isThrownBy(() -> archives.openApiV3Schema(archive))
                .withMessageStartingWith(reason);
    }

    @Test
    void invalidArchiveIsRefused() {
        assertThatExceptionOfType(UnreadableChartException.class)
                .isThrownBy(() -> archives.openApiV3Schema("text".getBytes(StandardCharsets.UTF_8)))
                .withMessageStartingWith("the archive cannot be read: ");
    }

    private interface Content {
        void write(TarArchiveOutputStream tar) throws IOException;
    }

    private static byte[] packed(Path chart) throws IOException {
        return archive(tar -> {
            try (Stream<Path> files = Files.list(chart)) {
                for (Path file : files.toList()) {
                    file(tar, "chart/" + file.getFileName(), Files.readAllBytes(file));
                }
            }
        });
    }

    private static byte[] archive(Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            content.write(tar);
        }
        return bytes.toByteArray();
    }

    private static void file(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }
}
