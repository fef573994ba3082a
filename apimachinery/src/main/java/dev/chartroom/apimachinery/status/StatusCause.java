package dev.chartroom.apimachinery.status;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * One cause in the details of a Status.
 *
 * @param reason a metav1 CauseType, such as {@code FieldValueInvalid}
 * @param field the path of the field, empty if the cause is not about a field
 */
public record StatusCause(String reason, String message, String field) {

    public JsonObject toJson() {
        return JsonObject.builder()
                .putIfPresent("reason", reason)
                .putIfPresent("message", message)
                .putIfPresent("field", field)
                .build();
    }
}
