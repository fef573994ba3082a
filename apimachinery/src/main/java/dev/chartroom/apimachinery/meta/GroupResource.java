package dev.chartroom.apimachinery.meta;

/**
 * A resource (plural, lower case) without a version. Messages contain the text form, such as
 * {@code redises.apps.example.com}.
 */
public record GroupResource(String group, String resource) {

    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }
}
