package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.Texts;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.apimachinery.go.GoText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Formats the values inside lists and maps as CEL literals. */
final class FormatLiterals {
    private FormatLiterals() {}

    static String of(Object value) {
        return switch (value) {
            case CelError error -> throw new CelFailure(error.message());
            case String text -> GoText.quote(text);
            case Bytes bytes -> "b" + GoText.quote(bytes.toString());
            case Double number -> fixed(number);
            case Timestamp time -> "timestamp(" + GoText.quote(time.toString()) + ")";
            case Duration duration -> "duration(" + GoText.quote(String.valueOf(Conversions.toText(duration))) + ")";
            case ListValue list -> list(list);
            case MapValue map -> map(map);
            case TypeValue type -> type.name();
            default -> {
                if (!Types.of(value).name().matches("bool|int|uint|null_type")) {
                    throw new CelFailure("no formatting function for " + Types.of(value));
                }
                yield value.toString();
            }
        };
    }

    private static String fixed(double number) {
        return Double.isFinite(number)
                ? new BigDecimal(number).setScale(6, RoundingMode.HALF_EVEN).toPlainString()
                : String.format(Locale.ROOT, "%.6f", number);
    }

    private static String list(ListValue list) {
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            elements.add(of(list.get(i)));
        }
        return "[" + String.join(", ", elements) + "]";
    }

    private static String map(MapValue map) {
        TreeMap<String, String> entries = new TreeMap<>(Texts::compare);
        for (Object key : map.keys()) {
            Object value = map.find(key);
            if (value != null) {
                entries.put(of(key), of(value));
            }
        }
        List<String> texts = new ArrayList<>();
        entries.forEach((key, value) -> texts.add(key + ":" + value));
        return "{" + String.join(", ", texts) + "}";
    }
}
