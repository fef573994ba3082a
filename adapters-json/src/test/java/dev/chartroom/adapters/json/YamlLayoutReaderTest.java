package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TextLayout;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import dev.chartroom.apimachinery.json.TextLayout.Place;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class YamlLayoutReaderTest {

    @Test
    void keysAndItemsHaveLinesAndColumns() {
        TextLayout layout = layout("""
                image:
                  tag: "1"
                hosts:
                  - name: a
                  - b
                """);

        assertThat(layout.places())
                .containsEntry(JsonPointer.parse("/image"), new Place(1, 1))
                .containsEntry(JsonPointer.parse("/image/tag"), new Place(2, 3))
                .containsEntry(JsonPointer.parse("/hosts/0"), new Place(4, 5))
                .containsEntry(JsonPointer.parse("/hosts/0/name"), new Place(4, 5))
                .containsEntry(JsonPointer.parse("/hosts/1"), new Place(5, 5))
                .hasSize(6);
    }

    @Test
    void missingPathHasTheLineOfItsNearestParent() {
        TextLayout layout = layout("a: 1\nb:\n  c: 2\n");

        assertThat(layout.line(JsonPointer.parse("/b/c/d/e"))).hasValue(3);
        assertThat(layout.line(JsonPointer.parse("/b/x"))).hasValue(2);
        assertThat(layout.line(JsonPointer.parse("/x"))).isEmpty();
    }

    @Test
    void commentsOnOwnLinesAndAfterValuesAreFound() {
        TextLayout layout = layout("""
                # -- first
                ## second
                a: 1 # third
                text: |
                  # none
                """);

        assertThat(layout.comments())
                .containsExactly(
                        new Comment(new Place(1, 1), " -- first", true),
                        new Comment(new Place(2, 1), "# second", true),
                        new Comment(new Place(3, 6), " third", false));
    }

    @Test
    void keysAfterAnAliasAreFound() {
        TextLayout layout = layout("a: &x {b: 1}\nc: *x\nd: 2\n");

        assertThat(layout.places())
                .containsKeys(JsonPointer.parse("/a/b"), JsonPointer.parse("/c"), JsonPointer.parse("/d"))
                .doesNotContainKey(JsonPointer.parse("/c/b"));
    }

    @Test
    void malformedYamlHasAnUnknownLayout() {
        assertThat(layout("a: [")).isEqualTo(TextLayout.UNKNOWN);
    }

    private static TextLayout layout(String yaml) {
        return new YamlLayoutReader().layout(yaml.getBytes(StandardCharsets.UTF_8));
    }
}
