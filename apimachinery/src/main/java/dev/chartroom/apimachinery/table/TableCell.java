package dev.chartroom.apimachinery.table;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.go.GoTime;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.SharedTexts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** The cell of a declared column, as in apiextensions-apiserver's tableconvertor. */
public sealed interface TableCell {
    TableCell EMPTY = new Fixed(JsonNull.NULL);

    /** Returns the cell as JSON, as of the given time. */
    JsonValue at(Instant now);

    record Fixed(JsonValue value) implements TableCell {
        @Override
        public JsonValue at(Instant now) {
            return value;
        }
    }

    /** A text, which is shared if many objects repeat it. */
    record Text(String text) implements TableCell {
        public Text {
            text = SharedTexts.shared(text);
        }

        @Override
        public JsonValue at(Instant now) {
            return new JsonString(text);
        }
    }

    record Age(Instant since) implements TableCell {
        @Override
        public JsonValue at(Instant now) {
            return new JsonString(HumanDuration.format(Duration.between(since, now)));
        }
    }

    /**
     * Returns the cell of a value that was found. If the value and the column have different types, a string column
     * prints the value as text. Other columns do not print it.
     */
    static TableCell of(TableColumn.Type type, JsonValue value) {
        return switch (type) {
            case STRING -> new Text(text(value));
            case INTEGER -> value instanceof JsonNumber number ? new Fixed(integer(number)) : EMPTY;
            case NUMBER -> value instanceof JsonNumber number ? new Fixed(number(number)) : EMPTY;
            case BOOLEAN -> value instanceof JsonBoolean ? new Fixed(value) : EMPTY;
            case DATE -> value instanceof JsonString(String time) ? age(time) : EMPTY;
        };
    }

    private static String text(JsonValue value) {
        return switch (value) {
            case JsonString(String text) -> text;
            case JsonNumber _, JsonBoolean _ -> GoText.of(value);
            case JsonObject _, JsonArray _ -> GoText.json(value);
            case JsonNull _ -> "<no value>";
        };
    }

    private static TableCell age(String time) {
        if (time.isEmpty() || time.equals("null")) {
            return new Text("<unknown>");
        }
        try {
            Instant since = GoTime.parse(time);
            return since.equals(GoTime.ZERO) ? new Text("<unknown>") : new Age(since);
        } catch (IllegalArgumentException _) {
            return new Text("<invalid>");
        }
    }

    private static JsonNumber integer(JsonNumber number) {
        if (number.isIntegral()) {
            return number;
        }
        double value = number.asDecimal().doubleValue();
        // A value outside the range of int64 becomes the smallest int64, as in a kube-apiserver on amd64.
        return JsonNumber.of(Math.abs(value) < 0x1p63 ? (long) value : Long.MIN_VALUE);
    }

    /** Formats a float64 like Go: an integral value has no fraction. */
    private static JsonNumber number(JsonNumber number) {
        double value = number.asDecimal().doubleValue();
        BigDecimal exact = new BigDecimal(GoText.json(JsonNumber.of(BigDecimal.valueOf(value))));
        return JsonNumber.of(exact);
    }
}
