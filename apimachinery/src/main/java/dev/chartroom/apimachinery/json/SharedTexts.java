package dev.chartroom.apimachinery.json;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Caches one copy of each text that many objects repeat, such as the key of a label. Clients choose these texts, so the
 * table has a fixed size. A new text evicts the text at its place. For other clients, this costs at most one more copy
 * of the evicted text.
 */
public final class SharedTexts {
    /** The limit in characters: a longer text rarely repeats. */
    private static final int LONGEST = 128;

    private static final int PLACES = 8 * 1024;
    private static final AtomicReferenceArray<@Nullable String> TEXTS = new AtomicReferenceArray<>(PLACES);

    private SharedTexts() {}

    /** Returns an equal text: the instance that an earlier call returned, if the table still contains it. */
    public static String shared(String text) {
        if (text.length() > LONGEST) {
            return text;
        }
        int place = KeyedHash.of(text) & PLACES - 1;
        String known = TEXTS.get(place);
        if (text.equals(known)) {
            return known;
        }
        TEXTS.set(place, text);
        return text;
    }
}
