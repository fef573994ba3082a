package dev.chartroom.apimachinery.json;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Caches one copy of each text that many objects repeat, such as the key of a label. Clients choose these texts, so the
 * table has a fixed size. A new text evicts another text, which costs other clients at most one more copy.
 */
public final class SharedTexts {
    /** The limit in characters: a longer text rarely repeats. */
    private static final int LONGEST = 128;

    private static final int PLACES = 8 * 1024;
    private static final AtomicReferenceArray<@Nullable String> TEXTS = new AtomicReferenceArray<>(PLACES);

    private SharedTexts() {}

    /** Returns an equal text. This is the instance of earlier calls if the table still contains that instance. */
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
