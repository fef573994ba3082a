package dev.chartroom.e2e.parity;

import dev.chartroom.domain.json.JsonPointer;
import dev.chartroom.domain.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One place where two normalised answers differ.
 *
 * @param crd what the CRD answered there, null where there is nothing
 * @param ours what Chartroom answered there, null where there is nothing
 */
record Difference(
        JsonPointer pointer,
        @Nullable JsonValue crd,
        @Nullable JsonValue ours) {
    private static final int SHOWN = 400;

    /** Where it is, without the positions in lists: the same for differences of one cause. */
    String place() {
        return pointer.toString().replaceAll("/\\d+(?=/|$)", "/*");
    }

    static String shown(@Nullable JsonValue value) {
        String text = value == null ? "<absent>" : value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    @Override
    public String toString() {
        return pointer + "\n      CRD:  " + shown(crd) + "\n      ours: " + shown(ours);
    }
}
