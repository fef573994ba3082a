package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Encodes lists by hand, after apimachinery's generated.proto. {@code VerifiedReadsTest} reads those of a real
 * kube-apiserver.
 */
class MetadataListTest {
    private static final int MANAGED_FIELDS = 17;

    private final byte[] list = envelope(message(out -> {
        out.writeByteArray(1, message(metadata -> {
            metadata.writeString(1, "/self/link");
            metadata.writeString(2, "1234");
            metadata.writeString(3, "");
        }));
        out.writeByteArray(2, item("team-a", "redis-a", "1200"));
        out.writeByteArray(2, item("team-b", "redis-ü", "1201"));
    }));

    @Test
    void namesAndResourceVersionsAreReadAndOtherFieldsAreSkipped() throws IOException {
        MetadataList read = read(list);

        assertThat(read.resourceVersion()).isEqualTo("1234");
        assertThat(read.items())
                .containsExactly(
                        new MetadataList.Item("team-a", "redis-a", "1200"),
                        new MetadataList.Item("team-b", "redis-ü", "1201"));
    }

    @Test
    void missingFieldOfAnItemIsEmpty() throws IOException {
        byte[] nameless = message(out -> out.writeByteArray(1, message(metadata -> metadata.writeString(6, "7"))));

        MetadataList read = read(envelope(message(out -> {
            out.writeByteArray(2, item("team-a", "redis-a", "1200"));
            out.writeByteArray(2, nameless);
        })));

        assertThat(read.items().getLast()).isEqualTo(new MetadataList.Item("", "", "7"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 20, 60})
    void truncatedListIsRejected(int length) {
        assertThatThrownBy(() -> read(Arrays.copyOf(list, length))).isInstanceOf(IOException.class);
    }

    @Test
    void otherFormatIsRejected() {
        assertThatThrownBy(() -> read("{\"kind\":\"List\"}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not the protobuf of Kubernetes");
    }

    @Test
    void singleObjectIsRead() throws IOException {
        MetadataList.Item item =
                MetadataList.readItem(new ByteArrayInputStream(envelope(item("team-a", "redis-a", "1200"))));

        assertThat(item).isEqualTo(new MetadataList.Item("team-a", "redis-a", "1200"));
        assertThatThrownBy(() -> MetadataList.readItem(new ByteArrayInputStream(envelope(new byte[0]))))
                .isInstanceOf(IOException.class);
    }

    private static MetadataList read(byte[] bytes) throws IOException {
        return MetadataList.read(new ByteArrayInputStream(bytes));
    }

    private static byte[] item(String namespace, String name, String resourceVersion) {
        return message(out -> out.writeByteArray(1, message(metadata -> {
            metadata.writeString(1, name);
            metadata.writeString(2, "");
            metadata.writeString(3, namespace);
            metadata.writeString(5, "5f8f4f9e-5b5e-4a44-9b47-000000000001");
            metadata.writeString(6, resourceVersion);
            metadata.writeInt64(7, 3);
            metadata.writeByteArray(MANAGED_FIELDS, message(entry -> entry.writeString(1, "helm-controller")));
        })));
    }

    private static byte[] envelope(byte[] raw) {
        byte[] unknown = message(out -> {
            out.writeByteArray(1, message(type -> type.writeString(2, "PartialObjectMetadataList")));
            out.writeByteArray(2, raw);
            out.writeString(3, "");
        });
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {'k', '8', 's', 0});
        bytes.writeBytes(unknown);
        return bytes.toByteArray();
    }

    private interface Fields {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    private static byte[] message(Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            fields.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
