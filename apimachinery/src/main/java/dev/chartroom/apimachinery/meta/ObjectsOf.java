package dev.chartroom.apimachinery.meta;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.function.UnaryOperator;

/** The objects in a response, which is an object, a list or a table. */
public record ObjectsOf(JsonObject answer) {

    /** Returns the response with each of its objects changed. */
    public JsonObject changed(UnaryOperator<JsonObject> change) {
        if (answer.get("items") instanceof JsonArray items) {
            return answer.with(
                    "items", items.map(item -> item instanceof JsonObject object ? change.apply(object) : item));
        }
        if (answer.get("rows") instanceof JsonArray rows) {
            return answer.with("rows", rows.map(row -> row(row, change)));
        }
        return change.apply(answer);
    }

    private static JsonValue row(JsonValue row, UnaryOperator<JsonObject> change) {
        return row instanceof JsonObject columns && columns.get("object") instanceof JsonObject object
                ? columns.with("object", change.apply(object))
                : row;
    }
}
