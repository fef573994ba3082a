package dev.chartroom.conformance.comparison;

import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place where two normalised answers differ.
 *
 * @param crd the CRD's value; null if it is absent
 * @param ours Chartroom's value; null if it is absent
 */
public record Difference(
        JsonPointer pointer,
        @Nullable JsonValue crd,
        @Nullable JsonValue ours) {
    private static final int SHOWN = 400;

    /** Returns the pointer without list indexes, so that differences with the same cause have the same place. */
    public String place() {
        return pointer.toString().replaceAll("/\\d+(?=/|$)", "/*");
    }

    public static String shown(@Nullable JsonValue value) {
        String text = value == null ? "<absent>" : value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    @Override
    public String toString() {
        return pointer + "\n      CRD:  " + shown(crd) + "\n      ours: " + shown(ours);
    }
}
