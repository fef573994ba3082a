package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The template that a release was created from or last updated to, recorded in an annotation of the release. A rollout
 * needs this record to distinguish changes of the template from direct edits (ADR 0014).
 *
 * @param template the part of the release that the template defined
 * @param updated when a rollout updated the release; null if none did
 * @param awaited the generation of the update if the rollout waits until the release is Ready in this generation;
 *     otherwise null
 */
record TemplateRecord(
        JsonObject template,
        @Nullable Instant updated,
        @Nullable Long awaited) {
    private static final String TEMPLATE = "template";
    private static final String UPDATED = "updated";
    private static final String AWAITED = "awaited";

    /** Returns the record of a release that is created from its kind's template. */
    static TemplateRecord ofNew(ApplicationKind kind) {
        return new TemplateRecord(NewRelease.templated(kind), null, null);
    }

    /** Returns the record of a release; empty if it is missing or unreadable. */
    static Optional<TemplateRecord> on(ApplicationKind kind, JsonObject release) {
        String text =
                release.objectOrEmpty("metadata").objectOrEmpty("annotations").stringOrEmpty(key(kind));
        try {
            return !text.isEmpty() && JsonText.parse(text) instanceof JsonObject json && json.has(TEMPLATE)
                    ? Optional.of(of(json))
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeParseException _) {
            // Another client can write any text into the annotation.
            return Optional.empty();
        }
    }

    private static TemplateRecord of(JsonObject json) {
        String updated = json.stringOrEmpty(UPDATED);
        OptionalLong awaited =
                json.get(AWAITED) instanceof JsonNumber generation ? generation.asLong() : OptionalLong.empty();
        return new TemplateRecord(
                json.objectOrEmpty(TEMPLATE),
                updated.isEmpty() ? null : Instant.parse(updated),
                awaited.isPresent() ? Long.valueOf(awaited.getAsLong()) : null);
    }

    /** Returns the metadata of a release after this record is added to it. */
    JsonObject addedTo(ApplicationKind kind, JsonObject metadata) {
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        return metadata.with("annotations", annotations.with(key(kind), new JsonString(text())));
    }

    private String text() {
        return JsonObject.builder()
                .put(TEMPLATE, template)
                .putIfPresent(UPDATED, updated == null ? null : updated.toString())
                .putIfPresent(AWAITED, awaited == null ? null : JsonNumber.of(awaited))
                .build()
                .toString();
    }

    private static String key(ApplicationKind kind) {
        return kind.group() + "/application.template";
    }
}
