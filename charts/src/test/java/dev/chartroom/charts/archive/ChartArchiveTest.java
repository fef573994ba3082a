package dev.chartroom.charts.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.charts.Chart;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartArchiveTest {
    private final ChartReader reader = new ChartReader(new JacksonCodec(), new YamlLayoutReader());

    @TempDir
    private Path folder;

    @Test
    void packedChartIsRead() throws Exception {
        Path archive = archive(tar -> {
            file(tar, "queue/Chart.yaml", "name: queue\n");
            file(tar, "queue/values.yaml", "# -- how many\nreplicas: 2\n");
            file(tar, "queue/values.schema.json", "{\"type\":\"object\"}");
            file(tar, "queue/charts/redis/Chart.yaml", "name: redis\n");
            file(tar, "queue/charts/redis/values.yaml", "architecture: standalone\n");
        });

        Chart chart = reader.read(archive);

        assertThat(chart.metadata().stringOrEmpty("name")).isEqualTo("queue");
        assertThat(chart.values().values()).hasToString("{\"replicas\":2}");
        assertThat(chart.values().layout().comments()).hasSize(1);
        assertThat(chart.schema()).hasToString("{\"type\":\"object\"}");
    }

    @Test
    void archiveWithLongNamesIsRead() throws Exception {
        Path archive = archive(tar -> {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            file(tar, "queue/" + "templates/".repeat(30) + "a.yaml", "");
            file(tar, "queue/Chart.yaml", "name: queue\n");
        });

        assertThat(reader.read(archive).metadata().stringOrEmpty("name")).isEqualTo("queue");
    }

    @Test
    void pathTraversalIsRefused() throws IOException {
        for (String name : new String[] {"../Chart.yaml", "queue/../../Chart.yaml", "queue\\..\\Chart.yaml", "C:/x"}) {
            assertRefused(archive(tar -> file(tar, name, "")), "an entry with a path outside of it: " + name);
        }
    }

    @Test
    void linksInAnArchiveAreRefused() throws IOException {
        for (byte type : new byte[] {TarConstants.LF_SYMLINK, TarConstants.LF_LINK}) {
            Path archive = archive(tar -> {
                file(tar, "queue/Chart.yaml", "name: queue\n");
                TarArchiveEntry link = new TarArchiveEntry("queue/values.yaml", type);
                link.setLinkName("/etc/hostname");
                tar.putArchiveEntry(link);
                tar.closeArchiveEntry();
            });

            assertRefused(archive, "values.yaml in the archive is not a regular file");
        }
    }

    @Test
    void duplicateFileIsRefused() throws IOException {
        Path archive = archive(tar -> {
            file(tar, "queue/Chart.yaml", "name: queue\n");
            file(tar, "other/Chart.yaml", "name: other\n");
        });

        assertRefused(archive, "Chart.yaml is in the archive twice");
    }

    @Test
    void tooLargeFileIsRefused() throws IOException {
        Path archive = archive(tar -> file(tar, "queue/values.yaml", " ".repeat(ChartFile.MAX_SIZE + 1)));

        assertRefused(archive, "values.yaml is larger than " + ChartFile.MAX_SIZE + " bytes");
    }

    @Test
    void decompressionBombIsRefused() throws IOException {
        byte[] zeros = new byte[1024 * 1024];
        Path archive = archive(tar -> {
            for (int i = 0; i <= ChartArchive.MAX_SIZE / zeros.length; i++) {
                file(tar, "queue/files/" + i, zeros);
            }
        });

        assertThat(Files.size(archive)).isLessThan(1024 * 1024);
        assertRefused(archive, "the unpacked archive is larger than " + ChartArchive.MAX_SIZE + " bytes");
    }

    @Test
    void invalidOrMissingArchiveIsRefused() throws IOException {
        assertRefused(Files.writeString(folder.resolve("chart.tgz"), "name: queue"), "the archive cannot be read");
        assertRefused(folder.resolve("nothing.tgz"), folder.resolve("nothing.tgz") + " does not exist");
    }

    @Test
    void linkOutOfTheChartFolderIsRefused() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.yaml"), "password: x\n");
        Path chart = Files.createDirectory(folder.resolve("chart"));
        Files.writeString(chart.resolve("Chart.yaml"), "name: queue\n");
        Files.createSymbolicLink(chart.resolve("values.yaml"), secret);

        assertRefused(chart, "values.yaml is a link to a file outside of the chart");
    }

    private void assertRefused(Path chart, String reason) {
        assertThatExceptionOfType(UnreadableChartException.class)
                .isThrownBy(() -> reader.read(chart))
                .withMessageContaining(reason);
    }

    /** Writes the entries of an archive. */
    private interface Entries {
        void write(TarArchiveOutputStream tar) throws IOException;
    }

    private Path archive(Entries entries) throws IOException {
        Path archive = Files.createTempFile(folder, "chart", ".tgz");
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(archive)), "UTF-8")) {
            entries.write(tar);
        }
        return archive;
    }

    private static void file(TarArchiveOutputStream tar, String name, String text) throws IOException {
        file(tar, name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void file(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
