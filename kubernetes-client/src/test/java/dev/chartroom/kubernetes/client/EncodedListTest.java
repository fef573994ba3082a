package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        }
        assertThat(read(list)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "{\"items\" []}", "{\"a\":1 \"b\":2}", "no list"})
    void malformedListIsRejected(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private String read(String list) {
        byte[] metadata = EncodedList.read(
                list.getBytes(StandardCharsets.UTF_8), item -> items.add(new String(item, StandardCharsets.UTF_8)));
        return new String(metadata, StandardCharsets.UTF_8);
    }
}
