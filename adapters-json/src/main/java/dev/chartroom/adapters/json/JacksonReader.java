package dev.chartroom.adapters.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one document from Jackson's tokens. If a field is repeated, its last value counts. */
final class JacksonReader {
    private final JsonParser parser;
    private final SharedNames names = new SharedNames();
    private final DuplicateFields duplicates = new DuplicateFields();

    JacksonReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Returns a message for each duplicate field read so far. */
    List<String> duplicates() {
        return duplicates.messages();
    }

    /** Reads the value that begins at the parser's current token, and stops at the value's last token. */
    JsonValue value() throws IOException {
        Deadline.check();
        return switch (parser.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> {
                List<JsonValue> values = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value());
                }
                yield new JsonArray(values);
            }
            case VALUE_STRING -> new JsonString(Characters.whole(parser.getText()));
            case VALUE_NUMBER_INT -> Numbers.parse(parser.getText());
            case VALUE_NUMBER_FLOAT -> Numbers.parse(parser.getText());
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            default -> JsonNull.NULL;
        };
    }

    private JsonObject object() throws IOException {
        JsonObject.Builder members = JsonObject.builder();
        Set<String> repeated = Set.of();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = names.shared(Characters.whole(parser.currentName()));
            if (members.has(name)) {
                repeated = repeated.isEmpty() ? new HashSet<>() : repeated;
                if (repeated.add(name)) {
                    duplicates.add(parser.getParsingContext());
                }
            }
            parser.nextToken();
            members.put(name, value());
        }
        return members.build();
    }
}
