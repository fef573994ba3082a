package dev.chartroom.domain.status;

import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;

/**
 * What is wrong with one field, in the words of apimachinery's field.Error.
 *
 * @param field the path, such as {@code spec.users[0].name}
 * @param message the whole text after the path, such as {@code Invalid value: 5: must be at most 3}
 */
public record FieldError(Type type, String field, String message) {

    /** The kinds of field error and their CauseType (wire contract D13). */
    public enum Type {
        INVALID("FieldValueInvalid"),
        REQUIRED("FieldValueRequired"),
        NOT_SUPPORTED("FieldValueNotSupported"),
        DUPLICATE("FieldValueDuplicate"),
        FORBIDDEN("FieldValueForbidden"),
        TOO_LONG("FieldValueTooLong"),
        TYPE_INVALID("FieldValueTypeInvalid");

        private final String causeType;

        Type(String causeType) {
            this.causeType = causeType;
        }
    }

    public static FieldError invalid(String field, JsonValue value, String detail) {
        return new FieldError(Type.INVALID, field, "Invalid value: " + text(value) + ": " + detail);
    }

    public static FieldError typeInvalid(String field, JsonValue value, String detail) {
        return new FieldError(Type.TYPE_INVALID, field, "Invalid value: " + text(value) + ": " + detail);
    }

    public static FieldError required(String field, String detail) {
        return new FieldError(Type.REQUIRED, field, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    public static FieldError forbidden(String field, String detail) {
        return new FieldError(Type.FORBIDDEN, field, "Forbidden: " + detail);
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? GoText.quote(text) : value.toString();
    }

    public StatusCause toCause() {
        return new StatusCause(type.causeType, message, field);
    }

    @Override
    public String toString() {
        return field + ": " + message;
    }
}
