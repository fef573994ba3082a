package dev.chartroom.domain.json;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one copy of texts that repeat from object to object, such as the keys of labels. Clients choose these texts, so the
 * table has a fixed size: a text takes the place of another one, and costs no other client more than a copy.
 */
public final class SharedTexts {
    /** Characters: a longer text hardly repeats. */
    private static final int LONGEST = 128;

    private static final int PLACES = 8 * 1024;
    private static final AtomicReferenceArray<@Nullable String> TEXTS = new AtomicReferenceArray<>(PLACES);

    private SharedTexts() {}

    /** An equal text, which is the one that was given for equal texts before if the table still has it. */
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
