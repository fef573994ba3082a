package dev.chartroom.apimachinery.meta;

/** A kind without a version. Messages of 422 errors contain the text form, such as {@code Redis.apps.example.com}. */
public record GroupKind(String group, String kind) {

    @Override
    public String toString() {
        return group.isEmpty() ? kind : kind + "." + group;
    }
}
