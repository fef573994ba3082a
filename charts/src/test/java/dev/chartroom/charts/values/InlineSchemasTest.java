package dev.chartroom.charts.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InlineSchemasTest {

    @Test
    void keywordsAreSplitAtSemicolonsOutsideOfBracketsAndQuotes() {
        assertThat(InlineSchemas.split("type:[a; b] ;pattern:^[;]$;x: {\"a\": \";}\"};flag; title:a: b"))
                .containsExactly(
                        Map.entry("type", "[a; b]"),
                        Map.entry("pattern", "^[;]$"),
                        Map.entry("x", "{\"a\": \";}\"}"),
                        Map.entry("flag", "true"),
                        Map.entry("title", "a: b"));
    }

    @Test
    void listItemsNeedNoQuotes() {
        InlineKeywords keywords = new InlineKeywords();

        assertThat(keywords.add("enum", "[ClusterIP, 3, null]")).isTrue();
        assertThat(keywords.add("type", "[string, null]")).isTrue();
        assertThat(keywords.hint().schema())
                .isEqualTo(TestJson.object("{\"enum\":[\"ClusterIP\",3,null],\"type\":[\"string\",\"null\"]}"));
    }

    @Test
    void flowMappingIsParsedAndOtherTextIsAString() {
        assertThat(FlowMapping.read("{source: storageclass, sorted: true, top: 3}"))
                .isEqualTo(TestJson.object("{\"source\":\"storageclass\",\"sorted\":true,\"top\":3}"));
        assertThat(FlowMapping.read("{broken}")).hasToString("\"{broken}\"");
        assertThat(FlowMapping.read("text")).hasToString("\"text\"");
    }
}
