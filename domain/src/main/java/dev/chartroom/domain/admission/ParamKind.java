package dev.chartroom.domain.admission;

/** The kind of what a policy is parametrised with. */
public record ParamKind(String apiVersion, String kind) {
    /** In the words of upstream's messages: {@code v1, Kind=ConfigMap}. */
    @Override
    public String toString() {
        return apiVersion + ", Kind=" + kind;
    }
}
