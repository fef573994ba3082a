package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedListTest {
    private final List<String> items = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"apiVersion\":\"v1\",\"items\":[{\"a\":\"}]\\\"\"},{\"b\":[1,[2]]}],\"metadata\":{\"resourceVersion\":\"7\"}}",
                " {\n \"metadata\" : {\"resourceVersion\":\"7\"} , \"items\" : [ {\"a\":\"}]\\\"\"} , {\"b\":[1,[2]]} ] , \"x\":1.5e3 }\n",
            })
    void itemsAreExtractedUnchanged(String list) {
        assertThat(read(list)).isEqualTo("{\"resourceVersion\":\"7\"}");
        assertThat(items).containsExactly("{\"a\":\"}]\\\"\"}", "{\"b\":[1,[2]]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"items\":[]}", "{\"items\":null}", "{}", "{\"kind\":\"X\"}"})
    void listWithoutItemsIsEmpty(String list) {
        assertThat(read(list)).isEmpty();
        assertThat(items).isEmpty();
    }

    @Test
    void itemOfAnyDepthIsExtracted() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);

        read("{\"items\":[" + deep + ",{\"ok\":\"é€𝄞\"}]}");

        assertThat(items).containsExactly(deep, "{\"ok\":\"é€𝄞\"}");
    }

    @Test
    void truncatedListIsRejected() {
        String list = "{\"items\":[{\"a\":\"x\\\\\"},{\"b\":[true]}],\"metadata\":{\"resourceVersion\":\"7\"}}";
        for (int length = 0; length < list.length(); length++) {
            String cut = list.substring(0, length);
            assertThatThrownBy(() -> read(cut)).as(cut).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() ->
                            EncodedList.read(new ByteArrayInputStream(cut.getBytes(StandardCharsets.UTF_8)), _ -> {}))
                    .as(cut)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(read(list)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "{\"items\" []}", "{\"a\":1 \"b\":2}", "no list"})
    void malformedListIsRejected(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The buffer has 64 KiB at first, and an item can begin anywhere in it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_500, 65_530, 65_534, 65_535, 65_536, 200_000, 3_000_000})
    void itemOfAnySizeIsReadFromAStream(int size) {
        String text = "\\\"é\\\\".repeat(Math.max(1, size / 6));
        List<String> expected = List.of("{\"a\":\"" + "x".repeat(size) + "\"}", "[]", "{\"b\":\"" + text + "\"}", "12");

        read("{\"x\":\"" + "y".repeat(size) + "\",\"items\":[" + String.join(" , ", expected) + "]}");

        assertThat(items).isEqualTo(expected);
    }

    @Test
    void itemIsPassedOnBeforeTheNextOneArrives() throws IOException {
        String first = "{\"items\":[{\"a\":1},";
        InputStream broken = new FilterInputStream(new ByteArrayInputStream(first.getBytes(StandardCharsets.UTF_8))) {
            @Override
            public int read(byte[] into, int start, int length) throws IOException {
                int read = super.read(into, start, length);
                if (read < 0) {
                    throw new IOException("reset");
                }
                return read;
            }
        };

        assertThatThrownBy(() -> EncodedList.read(broken, item -> items.add(new String(item, StandardCharsets.UTF_8))))
                .isInstanceOf(IOException.class);
        assertThat(items).containsExactly("{\"a\":1}");
    }

    /** Reads the list as an array and as streams that deliver any number of bytes at once, with the same result. */
    private String read(String list) {
        byte[] bytes = list.getBytes(StandardCharsets.UTF_8);
        int earlier = items.size();
        byte[] metadata = EncodedList.read(bytes, item -> items.add(new String(item, StandardCharsets.UTF_8)));
        for (int part : new int[] {1, 7, 1 << 20}) {
            List<String> streamed = new ArrayList<>();
            try {
                byte[] ofStream = EncodedList.read(
                        inParts(bytes, part), item -> streamed.add(new String(item, StandardCharsets.UTF_8)));
                assertThat(ofStream).isEqualTo(metadata);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(streamed).isEqualTo(items.subList(earlier, items.size()));
        }
        return new String(metadata, StandardCharsets.UTF_8);
    }

    private static InputStream inParts(byte[] bytes, int part) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int start, int length) throws IOException {
                return super.read(into, start, Math.min(length, part));
            }
        };
    }
}
