package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.conformance.schema.Dice;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Small specs of the kind Widget, mostly valid. Each field has few values, so that writes touch the same fields and
 * often change nothing. No value is a default, which Chartroom stores only if it is set explicitly.
 */
final class WidgetSpecs {
    private static final Map<String, String[]> VALID = new LinkedHashMap<>();
    private static final Map<String, String[]> INVALID = new LinkedHashMap<>();

    static {
        VALID.put("size", new String[] {"2", "3", "4"});
        VALID.put("mode", new String[] {"small", "large"});
        VALID.put("title", new String[] {"one", "two", "''"});
        VALID.put("nickname", new String[] {"nick", "null"});
        VALID.put("enabled", new String[] {"true", "false"});
        VALID.put("ratio", new String[] {"0.5", "1", "2.0"});
        VALID.put("port", new String[] {"80", "http"});
        VALID.put("least", new String[] {"1", "5"});
        VALID.put("most", new String[] {"5", "9"});
        VALID.put("color", new String[] {"red"});
        VALID.put("steps", new String[] {"[]", "[a]", "[b, a, a]"});
        VALID.put("tags", new String[] {"[]", "[x]", "[y, x]", "[z]"});
        VALID.put("parts", new String[] {
            "[]", "[{name: p}]", "[{name: p, count: 2}, {name: q}]", "[{name: q, note: n}]", "[{name: r}, {name: p}]"
        });
        VALID.put("nested", new String[] {
            "{level: 4}", "{inner: {}}", "{inner: {shade: blue, deep: d}}", "{level: 5, inner: {deep: e}}"
        });
        VALID.put("settings", new String[] {"{}", "{a: '1'}", "{b: '2', a: '3'}"});
        VALID.put("limits", new String[] {"{one: {cpu: '1'}}", "{one: {memory: 5}, two: {}}"});
        VALID.put("point", new String[] {"{x: 1, y: 2}", "{x: 3}"});
        VALID.put("free", new String[] {"{any: {thing: [1, {a: b}]}}", "{}", "{any: 1.50}"});
        INVALID.put("size", new String[] {"101", "-1", "one", "1.5", "null"});
        INVALID.put("mode", new String[] {"tiny", "5"});
        INVALID.put("title", new String[] {"'0123456789012345678901234567890123456789x'", "7", "{}"});
        INVALID.put("most", new String[] {"0"});
        INVALID.put("color", new String[] {"green"});
        INVALID.put("tags", new String[] {"[x, x]", "x"});
        INVALID.put("parts", new String[] {"[{name: p}, {name: p}]", "[{count: 1}]", "[{}]", "[p]"});
        INVALID.put("nested", new String[] {"{level: high}", "{other: 1}", "{inner: []}", "null"});
        INVALID.put("settings", new String[] {"{a: 1}"});
        INVALID.put("bogus", new String[] {"1"});
    }

    private WidgetSpecs() {}

    /** Returns a spec with some fields. */
    static JsonObject spec(Dice dice) {
        JsonObject.Builder spec = JsonObject.builder();
        for (int i = dice.below(4); i >= 0; i--) {
            field(dice).members().forEach(spec::put);
        }
        return spec.build();
    }

    /** Returns one field with a value. */
    static JsonObject field(Dice dice) {
        Map<String, String[]> values = dice.chance(8) ? INVALID : VALID;
        String name = dice.oneOf(values.keySet().stream().toList());
        String value = dice.oneOf(values.getOrDefault(name, new String[] {"1"}));
        return JsonObject.of(name, Yaml.parse(value));
    }
}
