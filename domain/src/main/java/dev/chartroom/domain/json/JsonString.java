package dev.chartroom.domain.json;

/** A string, without its quotes and escapes. */
public record JsonString(String value) implements JsonValue {

    @Override
    public String toString() {
        return JsonText.quote(value);
    }
}
