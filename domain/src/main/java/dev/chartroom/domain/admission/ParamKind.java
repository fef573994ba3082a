package dev.chartroom.domain.admission;

/** The kind of a policy's parameters. */
public record ParamKind(String apiVersion, String kind) {
    /** Returns the kind in the form of upstream's messages: {@code v1, Kind=ConfigMap}. */
    @Override
    public String toString() {
        return apiVersion + ", Kind=" + kind;
    }
}
