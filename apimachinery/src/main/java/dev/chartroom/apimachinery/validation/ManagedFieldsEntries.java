package dev.chartroom.apimachinery.validation;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.Set;

/** The rules of {@code metadata.managedFields} (wire contract F9). */
final class ManagedFieldsEntries {
    private static final int MANAGER_MAX = 128;
    private static final int SUBRESOURCE_MAX = 256;

    private ManagedFieldsEntries() {}

    static void validate(JsonArray entries, BoundedReport<FieldError> errors) {
        for (int i = 0; i < entries.size(); i++) {
            Deadline.check();
            if (entries.get(i) instanceof JsonObject entry) {
                validate("metadata.managedFields[" + i + "].", entry, errors);
            }
        }
    }

    private static void validate(String path, JsonObject entry, BoundedReport<FieldError> errors) {
        String operation = entry.stringOrEmpty("operation");
        if (!Set.of("Apply", "Update").contains(operation)) {
            errors.add(() -> invalid(path + "operation", operation, "must be `Apply` or `Update`"));
        }
        String fieldsType = entry.stringOrEmpty("fieldsType");
        if (!Set.of("", "FieldsV1").contains(fieldsType)) {
            errors.add(() -> invalid(path + "fieldsType", fieldsType, "must be `FieldsV1`"));
        }
        String manager = entry.stringOrEmpty("manager");
        if (NameFormats.bytes(manager) > MANAGER_MAX) {
            errors.add(() -> tooLong(path + "manager", MANAGER_MAX));
        }
        int position = 0;
        for (int c : manager.codePoints().toArray()) {
            if (!GoText.isPrintable(c)) {
                int at = position;
                // Each of these errors contains the whole name.
                errors.add(() -> invalid(
                        path + "manager", manager, String.format("invalid character U+%04X (at position %d)", c, at)));
            }
            position += NameFormats.bytes(Character.toString(c));
        }
        if (NameFormats.bytes(entry.stringOrEmpty("subresource")) > SUBRESOURCE_MAX) {
            errors.add(() -> tooLong(path + "subresource", SUBRESOURCE_MAX));
        }
    }

    private static FieldError tooLong(String field, int longest) {
        return new FieldError(FieldError.Type.TOO_LONG, field, "Too long: may not be more than " + longest + " bytes");
    }

    private static FieldError invalid(String field, String value, String detail) {
        return FieldError.invalid(field, new JsonString(value), detail);
    }
}
