package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.FieldSetCodec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes {@code metadata.managedFields}. */
final class ManagedFieldsReader {
    private ManagedFieldsReader() {}

    /** Returns the undecoded entries of an object; {@link JsonArray#EMPTY} if they are missing or not a list. */
    static JsonArray raw(JsonObject object) {
        return object.objectOrEmpty("metadata").arrayOrEmpty("managedFields");
    }

    /** Returns whether the list consists of one empty entry. A client sends such a list to remove all entries. */
    static boolean isReset(JsonArray managedFields) {
        return managedFields.size() == 1
                && managedFields.get(0) instanceof JsonObject entry
                && entry.members().values().stream().allMatch(ManagedFieldsReader::isNullOrEmpty);
    }

    /**
     * Decodes the entries.
     *
     * @throws IllegalArgumentException if an entry is malformed; the message has upstream's words
     */
    static ManagedFields read(JsonArray managedFields) {
        List<ManagedFieldsEntry> entries = new ArrayList<>(managedFields.size());
        for (int i = 0; i < managedFields.size(); i++) {
            if (!(managedFields.get(i) instanceof JsonObject entry)) {
                throw new IllegalArgumentException("managed fields entry " + i + " is not an object");
            }
            entries.add(entry(entry, i));
        }
        return ManagedFields.of(entries);
    }

    private static ManagedFieldsEntry entry(JsonObject entry, int index) {
        String operation = entry.stringOrEmpty("operation");
        if (!operation.equals("Apply") && !operation.equals("Update")) {
            throw new IllegalArgumentException("operation must be `Apply` or `Update`");
        }
        String apiVersion = entry.stringOrEmpty("apiVersion");
        if (apiVersion.isEmpty()) {
            throw new IllegalArgumentException("apiVersion must not be empty");
        }
        String fieldsType = entry.stringOrEmpty("fieldsType");
        if (fieldsType.isEmpty()) {
            throw new IllegalArgumentException("missing fieldsType in managed fields entry " + index);
        }
        if (!fieldsType.equals("FieldsV1")) {
            throw new IllegalArgumentException(
                    "invalid fieldsType " + GoText.quote(fieldsType) + " in managed fields entry " + index);
        }
        String manager = entry.stringOrEmpty("manager");
        String subresource = entry.stringOrEmpty("subresource");
        JsonValue fieldsV1 = entry.get("fieldsV1");
        return new ManagedFieldsEntry(
                operation.equals("Apply")
                        ? ManagerId.applier(manager, subresource)
                        : ManagerId.updater(manager, apiVersion, subresource),
                apiVersion,
                fieldsV1 == null ? FieldSet.EMPTY : FieldSetCodec.decode(fieldsV1),
                time(entry.get("time")));
    }

    private static @Nullable Instant time(@Nullable JsonValue time) {
        if (time == null || time == JsonNull.NULL) {
            return null;
        }
        if (time instanceof JsonString(String text)) {
            try {
                return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.SECONDS);
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("time must be in RFC 3339 format: " + text, e);
            }
        }
        throw new IllegalArgumentException("time must be a string");
    }

    private static boolean isNullOrEmpty(JsonValue value) {
        return value == JsonNull.NULL || value instanceof JsonString(String text) && text.isEmpty();
    }
}
