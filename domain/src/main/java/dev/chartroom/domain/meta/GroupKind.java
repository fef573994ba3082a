package dev.chartroom.domain.meta;

/** A kind without a version. The text form, {@code Redis.apps.example.com}, is that of 422 messages. */
public record GroupKind(String group, String kind) {

    @Override
    public String toString() {
        return group.isEmpty() ? kind : kind + "." + group;
    }
}
