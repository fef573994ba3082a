package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;

/**
 * A mapping of scalars on one line, such as {@code {source: storageclass}}. The annotations of cozyvalues-gen contain
 * no other YAML.
 */
final class FlowMapping {
    private FlowMapping() {}

    /** Returns the mapping or the JSON value in the text; the text itself if it is neither. */
    static JsonValue read(String text) {
        String trimmed = text.strip();
        JsonValue json = InlineKeywords.value(trimmed);
        if (!(json instanceof JsonString) || !trimmed.startsWith("{") || !trimmed.endsWith("}")) {
            return json;
        }
        JsonObject.Builder mapping = JsonObject.builder();
        for (String member : trimmed.substring(1, trimmed.length() - 1).split(",")) {
            int colon = member.indexOf(':');
            if (colon < 0) {
                return json;
            }
            mapping.put(
                    member.substring(0, colon).strip(),
                    InlineKeywords.value(member.substring(colon + 1).strip()));
        }
        return mapping.build();
    }
}
