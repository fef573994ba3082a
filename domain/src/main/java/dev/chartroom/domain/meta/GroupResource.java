package dev.chartroom.domain.meta;

/** A resource (plural, lower case) whatever its version. The text form, {@code redises.apps.example.com}, is that of messages. */
public record GroupResource(String group, String resource) {

    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }
}
