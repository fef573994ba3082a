package dev.chartroom.adapters.cel.value;

/** CEL's null. */
public enum CelNull {
    NULL;

    @Override
    public String toString() {
        return "null";
    }
}
