package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedTextsTest {

    @Test
    void equalTextsShareOneInstance() {
        String first = SharedTexts.shared(copy("app.kubernetes.io/name"));

        assertThat(SharedTexts.shared(copy("app.kubernetes.io/name"))).isSameAs(first);
    }

    @Test
    void longTextIsNotShared() {
        String text = "x".repeat(129);

        assertThat(SharedTexts.shared(text)).isSameAs(text);
        assertThat(SharedTexts.shared(copy(text))).isNotSameAs(text);
    }

    /** Each object has three labels that all objects share, and one unique name. */
    @Test
    void uniqueTextsRarelyEvictSharedTexts() {
        Set<String> copies = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 10_000; i++) {
            SharedTexts.shared("name-" + i);
            for (int label = 0; label < 3; label++) {
                copies.add(SharedTexts.shared(copy("label-" + label)));
            }
        }

        assertThat(copies).hasSizeLessThan(100);
    }

    private static String copy(String text) {
        return String.valueOf(text.toCharArray());
    }
}
