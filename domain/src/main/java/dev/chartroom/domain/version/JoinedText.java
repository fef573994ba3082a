package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several fields of one version. In the other version, one string has their values, joined by a separator.
 *
 * @param parts the fields, at least two
 * @param partsAreStored whether the stored version has the parts; if false, the stored version has the string
 */
record JoinedText(String separator, List<Part> parts, boolean partsAreStored) implements ValueMapping {
    JoinedText {
        parts = List.copyOf(parts);
    }

    /**
     * One of the joined fields.
     *
     * @param type the type in the field's schema. If it is not {@code string}, a part is parsed as a value of this type
     *     if possible
     * @param fallback the field's default; null if the field has none
     */
    record Part(FieldPath path, String type, @Nullable JsonValue fallback) {

        JsonValue parsed(String text) {
            if (!type.equals("string")) {
                try {
                    JsonValue value = JsonText.parse(text);
                    // The value is used only if its text equals the original text. For example, 7 does not replace 007.
                    if (isOfType(value) && text(value).equals(text)) {
                        return value;
                    }
                } catch (IllegalArgumentException _) {
                    return new JsonString(text);
                }
            }
            return new JsonString(text);
        }

        private boolean isOfType(JsonValue value) {
            return switch (type) {
                case "integer", "number" -> value instanceof JsonNumber;
                case "boolean" -> value instanceof JsonBoolean;
                default -> false;
            };
        }
    }

    @Override
    public List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object) {
        if (partsAreStored) {
            return split(values.getFirst());
        }
        List<@Nullable JsonValue> joined = new ArrayList<>();
        joined.add(joined(values));
        return joined;
    }

    @Override
    public List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object) {
        if (!partsAreStored) {
            return split(values.getFirst());
        }
        List<@Nullable JsonValue> joined = new ArrayList<>();
        try {
            joined.add(joined(values));
        } catch (ConversionException _) {
            joined.add(null);
        }
        return joined;
    }

    /** Splits a string. A value that is not a string becomes the first part. */
    private List<@Nullable JsonValue> split(@Nullable JsonValue whole) {
        List<@Nullable JsonValue> values = new ArrayList<>();
        if (whole instanceof JsonString(String text)) {
            for (String part : text.split(Pattern.quote(separator), parts.size())) {
                values.add(parts.get(values.size()).parsed(part));
            }
        } else {
            values.add(whole);
        }
        while (values.size() < parts.size()) {
            values.add(null);
        }
        return values;
    }

    private @Nullable JsonValue joined(List<@Nullable JsonValue> values) {
        if (isAbsent(values)) {
            return null;
        }
        if (values.getFirst() != null && !isText(values.getFirst())) {
            return values.getFirst();
        }
        StringBuilder text = new StringBuilder();
        int last = last(values);
        for (int i = 0; i <= last; i++) {
            JsonValue value = orDefault(values, i);
            if (!isText(value)) {
                String all = String.join(
                        ", ", parts.stream().map(part -> part.path().toString()).toList());
                throw new ConversionException(
                        parts.get(i).path().toString(),
                        "must be a string, because the stored version stores " + all + " as one string");
            }
            text.append(i == 0 ? "" : separator).append(text(value));
        }
        return new JsonString(text.toString());
    }

    /**
     * Returns whether the first part is missing, and every other part is missing or equal to its default. There is then
     * nothing to join.
     */
    private boolean isAbsent(List<@Nullable JsonValue> values) {
        for (int i = 0; i < values.size(); i++) {
            JsonValue value = values.get(i);
            if (value != null && (i == 0 || !value.equals(parts.get(i).fallback()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the last part that has a value or a default. */
    private int last(List<@Nullable JsonValue> values) {
        int last = values.size() - 1;
        while (last > 0 && orDefault(values, last) == null) {
            last--;
        }
        return last;
    }

    private @Nullable JsonValue orDefault(List<@Nullable JsonValue> values, int part) {
        JsonValue value = values.get(part);
        return value == null ? parts.get(part).fallback() : value;
    }

    private static boolean isText(@Nullable JsonValue value) {
        return value instanceof JsonString || value instanceof JsonNumber || value instanceof JsonBoolean;
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonString(String text) ? text : String.valueOf(value);
    }
}
