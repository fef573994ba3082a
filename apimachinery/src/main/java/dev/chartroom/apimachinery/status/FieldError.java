package dev.chartroom.apimachinery.status;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.KeyedHash;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An error in one field, in the words of apimachinery's field.Error.
 *
 * @param field the path, such as {@code spec.users[0].name}
 * @param message the whole text after the path, such as {@code Invalid value: 5: must be at most 3}
 */
public record FieldError(Type type, String field, String message) {

    /** Go's text for a nil path, which is the path of errors about the whole object. */
    public static final String NO_FIELD = "<nil>";

    /** The kinds of field error and their CauseType (wire contract D13). */
    public enum Type {
        INVALID("FieldValueInvalid"),
        REQUIRED("FieldValueRequired"),
        NOT_SUPPORTED("FieldValueNotSupported"),
        DUPLICATE("FieldValueDuplicate"),
        FORBIDDEN("FieldValueForbidden"),
        TOO_LONG("FieldValueTooLong"),
        TOO_MANY("FieldValueTooMany"),
        TYPE_INVALID("FieldValueTypeInvalid");

        private final String causeType;

        Type(String causeType) {
            this.causeType = causeType;
        }
    }

    public static FieldError invalid(String field, JsonValue value, String detail) {
        return new FieldError(Type.INVALID, field, "Invalid value: " + GoText.of(value) + ": " + detail);
    }

    public static FieldError typeInvalid(String field, JsonValue value, String detail) {
        return new FieldError(Type.TYPE_INVALID, field, "Invalid value: " + GoText.of(value) + ": " + detail);
    }

    public static FieldError required(String field, String detail) {
        return new FieldError(Type.REQUIRED, field, "Required value" + (detail.isEmpty() ? "" : ": " + detail));
    }

    public static FieldError forbidden(String field, String detail) {
        return new FieldError(Type.FORBIDDEN, field, "Forbidden: " + detail);
    }

    public static FieldError duplicate(String field, JsonValue value) {
        return new FieldError(Type.DUPLICATE, field, "Duplicate value: " + GoText.of(value));
    }

    public static FieldError notSupported(String field, JsonValue value, List<String> supported) {
        return new FieldError(
                Type.NOT_SUPPORTED,
                field,
                "Unsupported value: " + GoText.of(value)
                        + (supported.isEmpty()
                                ? ""
                                : supported.stream()
                                        .map(GoText::quote)
                                        .collect(Collectors.joining(", ", ": supported values: ", ""))));
    }

    /** A text that is too long. Kubernetes says bytes, even if it counts characters. */
    public static FieldError tooLong(String field, long limit) {
        return new FieldError(
                Type.TOO_LONG, field, "Too long: may not be more than " + limit + (limit == 1 ? " byte" : " bytes"));
    }

    /** A list or an object with too many items or members. */
    public static FieldError tooMany(String field, long actual, long limit) {
        return new FieldError(
                Type.TOO_MANY,
                field,
                "Too many: " + actual + ": must have at most " + limit + (limit == 1 ? " item" : " items"));
    }

    public StatusCause toCause() {
        return new StatusCause(type.causeType, message, field);
    }

    @Override
    public int hashCode() {
        return KeyedHash.of(KeyedHash.of(field), KeyedHash.of(message));
    }

    @Override
    public String toString() {
        return field + ": " + message;
    }
}
