package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Optional;

/**
 * The values that a form may offer for a field.
 *
 * @param path the path of the field, such as {@code spec.storageClass}
 * @param resource the resource of the Applications, such as {@code redises.apps.example.com}; empty for other sources
 */
public record FieldOptions(String path, Source source, String resource) {

    /** The objects whose names a form may offer. */
    public enum Source {
        STORAGE_CLASSES("StorageClasses"),
        /** The Applications of one kind in the same namespace. */
        APPLICATIONS("Applications");

        private final String text;

        Source(String text) {
            this.text = text;
        }

        /** Returns the text in definitions. */
        @Override
        public String toString() {
            return text;
        }
    }

    /** Reads a field of a form that was checked already; empty if it has no options. */
    static Optional<FieldOptions> of(JsonObject field) {
        JsonObject options = field.objectOrEmpty("options");
        for (Source source : Source.values()) {
            if (options.stringOrEmpty("source").equals(source.text)) {
                return Optional.of(
                        new FieldOptions(field.stringOrEmpty("path"), source, options.stringOrEmpty("resource")));
            }
        }
        return Optional.empty();
    }
}
