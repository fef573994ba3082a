package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.domain.release.EffectiveValues;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Shows the values of the newest revision, each with its source, in the names of the chart. Values from Secrets and
 * ConfigMaps are not shown, only the names of these.
 */
public record ReleaseValues(ReleaseDirectory releases, HelmRecords records) implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Path", "string", "name", "Path of the value in the values of the chart.", 0),
            new TableColumn("Value", "string", "", "The value as JSON.", 0),
            new TableColumn("Source", "string", "", "Who set the value: spec, default or chart.", 0));
    private static final List<String> REFERENCE = List.of("kind", "name", "valuesKey", "targetPath");

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        RecordedRelease read = RecordedRelease.read(releases, records, kind, name);
        ApplicationKind stored = kind.stored();
        EffectiveValues values = EffectiveValues.of(
                read.record(),
                Optional.ofNullable(ReleaseConverter.toApplication(stored, read.release())
                                .spec())
                        .orElse(JsonObject.EMPTY),
                stored.schema());
        JsonObject object = RecordedRelease.content(Subresource.VALUES, kind, name)
                .put("revision", read.record().revision())
                .put(
                        "values",
                        new JsonArray(values.known().stream()
                                .<JsonValue>map(value -> json(value, stored.valueMask()))
                                .toList()))
                .put("valuesFrom", new JsonArray(references(read.release())))
                .put("complete", values.isComplete())
                .build();
        return new ViewedApplication(
                object, COLUMNS, values.known().stream().map(ReleaseValues::row).toList());
    }

    /** Returns the Secrets and ConfigMaps with further values, without their contents. */
    private static List<JsonValue> references(JsonObject release) {
        return release.objectOrEmpty("spec").arrayOrEmpty("valuesFrom").objects().stream()
                .<JsonValue>map(reference -> {
                    JsonObject.Builder shown = JsonObject.builder();
                    REFERENCE.forEach(field -> shown.putIfPresent(field, reference.get(field)));
                    return shown.build();
                })
                .toList();
    }

    private static JsonObject json(EffectiveValues.Value value, ValueMask mask) {
        JsonObject.Builder shown = JsonObject.builder()
                .put("path", path(value))
                .put("value", value.value())
                .put("source", value.source().text());
        // The paths are those of the stored version, so a client cannot know it from the schema of another version.
        return mask.hides(value.path(), value.value())
                ? shown.put("sensitive", true).build()
                : shown.build();
    }

    private static List<JsonValue> row(EffectiveValues.Value value) {
        return List.of(
                new JsonString(path(value)),
                new JsonString(value.value().toString()),
                new JsonString(value.source().text()));
    }

    /** Returns a path such as {@code master.nodeSelector["kubernetes.io/os"]}. */
    private static String path(EffectiveValues.Value value) {
        return value.path().stream()
                .map(name -> name.matches("[-_A-Za-z0-9]+") ? "." + name : "[" + new JsonString(name) + "]")
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
    }
}
