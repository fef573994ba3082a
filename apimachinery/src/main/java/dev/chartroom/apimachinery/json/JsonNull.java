package dev.chartroom.apimachinery.json;

/** The JSON {@code null}, which is not the same as an absent member. */
public enum JsonNull implements JsonValue {
    NULL;

    @Override
    public String toString() {
        return "null";
    }
}
