package dev.chartroom.apimachinery.json;

/** A string, without its quotes and escapes. */
public record JsonString(String value) implements JsonValue {

    /** The hash is keyed. So a client cannot choose texts that collide. */
    @Override
    public int hashCode() {
        return KeyedHash.of(value);
    }

    @Override
    public String toString() {
        return JsonText.quote(value);
    }
}
