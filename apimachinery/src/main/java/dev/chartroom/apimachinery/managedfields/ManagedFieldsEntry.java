package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.FieldSetCodec;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The fields that one manager owns.
 *
 * @param apiVersion the API version to which the field names belong
 * @param time the time of the entry's last change, in whole seconds; null if unknown
 */
record ManagedFieldsEntry(
        ManagerId id,
        String apiVersion,
        FieldSet fields,
        @Nullable Instant time) {

    /** The order on the wire (wire contract F9). */
    static final Comparator<ManagedFieldsEntry> WIRE_ORDER = Comparator.comparing(
                    (ManagedFieldsEntry entry) -> entry.id().operation())
            .thenComparingLong(ManagedFieldsEntry::seconds)
            .thenComparing(entry -> entry.id().manager(), GoText.ORDER)
            .thenComparing(ManagedFieldsEntry::apiVersion, GoText.ORDER)
            .thenComparing(entry -> entry.id().subresource(), GoText.ORDER);

    long seconds() {
        return time == null ? 0 : time.getEpochSecond();
    }

    ManagedFieldsEntry withFields(FieldSet now) {
        return new ManagedFieldsEntry(id, apiVersion, now, time);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .putIfPresent("apiVersion", apiVersion)
                .put("fieldsType", "FieldsV1")
                .put("fieldsV1", FieldSetCodec.encode(fields))
                .putIfPresent("manager", id.manager())
                .put("operation", id.operation())
                .putIfPresent("subresource", id.subresource())
                .putIfPresent("time", time == null ? null : time.toString())
                .build();
    }
}
