package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderKindSourceTest {
    @TempDir
    private Path folder;

    @Test
    void yamlAndJsonFilesAreReadInTheOrderOfTheirNames() throws IOException {
        Files.writeString(folder.resolve("c.json"), "{\"n\":3}");
        Files.writeString(folder.resolve("a.yaml"), "n: 1");
        Files.writeString(folder.resolve("b.yml"), "n: 2");
        Files.writeString(folder.resolve("README.md"), "not a definition");

        assertThat(source().documents())
                .extracting(document -> document.source() + " " + ((DefinitionDocument.Parsed) document).json())
                .containsExactly("a.yaml {\"n\":1}", "b.yml {\"n\":2}", "c.json {\"n\":3}");
    }

    @Test
    void unparsableFileIsMalformedAndOthersAreParsed() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), "n: [");
        Files.writeString(folder.resolve("b.yaml"), "- a list");
        Files.writeString(folder.resolve("c.yaml"), "n: 1\n---\nn: 2");
        Files.writeString(folder.resolve("d.yaml"), "n: 1");

        assertThat(source().documents())
                .extracting(document -> document.source() + " "
                        + switch (document) {
                            case DefinitionDocument.Parsed _ -> "parsed";
                            case DefinitionDocument.Malformed _ -> "malformed";
                            case DefinitionDocument.Unfetched _ -> "unfetched";
                        })
                .containsExactly("a.yaml malformed", "b.yaml malformed", "c.yaml malformed", "d.yaml parsed");
    }

    @Test
    void tooLargeFileIsMalformed() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), "n: " + "x".repeat(FolderKindSource.MAX_FILE));
        Files.writeString(folder.resolve("b.yaml"), "n: 1");

        List<DefinitionDocument> documents = source().documents();

        assertThat(documents.getFirst())
                .isEqualTo(new DefinitionDocument.Malformed("a.yaml", "the file is larger than 8388608 bytes"));
        assertThat(documents.getLast()).isInstanceOf(DefinitionDocument.Parsed.class);
    }

    @Test
    void unchangedFileIsNotReadAgain() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), "n: 1");
        Files.writeString(folder.resolve("b.yaml"), "n: 2");
        FolderKindSource source = source();
        List<DefinitionDocument> before = source.documents();

        Files.writeString(folder.resolve("b.yaml"), "n: 3");
        Files.writeString(folder.resolve("c.yaml"), "n: 2");
        List<DefinitionDocument> after = source.documents();

        assertThat(after.getFirst()).isSameAs(before.getFirst());
        assertThat(after)
                .extracting(document -> document.source() + " " + ((DefinitionDocument.Parsed) document).json())
                .containsExactly("a.yaml {\"n\":1}", "b.yaml {\"n\":3}", "c.yaml {\"n\":2}");
    }

    @Test
    void missingFolderIsOneMalformedDocument() {
        assertThat(new FolderKindSource(folder.resolve("missing"), new JacksonCodec()).documents())
                .singleElement()
                .isInstanceOfSatisfying(
                        DefinitionDocument.Malformed.class,
                        document -> assertThat(document.reason()).contains("cannot be read"));
    }

    @Test
    void folderChangesNotifyTheFollower() throws IOException {
        AtomicInteger told = new AtomicInteger();
        try (FolderKindSource source = source()) {
            source.follow(told::incrementAndGet);

            Files.writeString(folder.resolve("a.yaml"), "n: 1");
            await().untilAsserted(() -> assertThat(told).hasPositiveValue());
            told.set(0);
            Files.writeString(folder.resolve("a.yaml"), "n: 2");
            await().untilAsserted(() -> assertThat(told).hasPositiveValue());
            assertThat(source.documents())
                    .singleElement()
                    .extracting(document ->
                            ((DefinitionDocument.Parsed) document).json().toString())
                    .isEqualTo("{\"n\":2}");
            told.set(0);
            Files.delete(folder.resolve("a.yaml"));
            await().untilAsserted(() -> assertThat(told).hasPositiveValue());
        }
    }

    /** The kubelet writes a new folder and then switches a link to it. */
    @Test
    void updateOfAMountedConfigMapNotifiesTheFollower() throws IOException {
        Path first = Files.createDirectory(folder.resolve("..1"));
        Files.writeString(first.resolve("a.yaml"), "n: 1");
        Path link = Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
        Files.createSymbolicLink(folder.resolve("a.yaml"), Path.of("..data/a.yaml"));
        AtomicInteger told = new AtomicInteger();
        try (FolderKindSource source = source()) {
            source.follow(told::incrementAndGet);

            Path second = Files.createDirectory(folder.resolve("..2"));
            Files.writeString(second.resolve("a.yaml"), "n: 2");
            Files.move(
                    Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("..2")),
                    link,
                    StandardCopyOption.ATOMIC_MOVE);

            await().untilAsserted(() -> {
                assertThat(told).hasPositiveValue();
                assertThat(source.documents().toString()).contains("\"n\":2");
            });
        }
    }

    private FolderKindSource source() {
        return new FolderKindSource(folder, new JacksonCodec());
    }
}
