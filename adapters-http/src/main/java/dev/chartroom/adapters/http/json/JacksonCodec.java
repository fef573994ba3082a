package dev.chartroom.adapters.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** JSON by Jackson's streaming core; YAML by SnakeYAML Engine. */
public final class JacksonCodec implements JsonCodec {
    private static final int STORED_DEPTH = 3 * MAX_DEPTH;

    private final JsonFactory factory;

    /** For what clients send. */
    public JacksonCodec() {
        this(MAX_DEPTH);
    }

    private JacksonCodec(int maxDepth) {
        factory = new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(1000)
                        .build())
                // Names are the clients' to choose: interning them would fill a table for the whole JVM.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                // JSON is UTF-8 here, never what its first bytes look like.
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .build();
    }

    /** For what is stored: with room for all that is put around what a client sent. */
    public static JacksonCodec ofStored() {
        return new JacksonCodec(STORED_DEPTH);
    }

    @Override
    public JsonValue parse(byte[] json) {
        return document(json).value();
    }

    /** Reads one JSON document with the last value of each field. Errors as {@link #parse}. */
    public JsonDocument document(byte[] json) {
        Characters.checkUtf8(json);
        Set<String> duplicates = new LinkedHashSet<>();
        try (JsonParser parser = factory.createParser(json)) {
            if (parser.nextToken() == null) {
                throw ApiException.badRequest("the body is empty where JSON was expected");
            }
            JsonValue value = read(parser, duplicates);
            if (parser.nextToken() != null) {
                throw ApiException.badRequest("the body holds more than one JSON value");
            }
            return JsonDocument.ofJson(value, List.copyOf(duplicates));
        } catch (StreamConstraintsException e) {
            throw ApiException.badRequest("the body exceeds a limit: " + e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            throw ApiException.badRequest("the body is not valid JSON: " + e.getOriginalMessage() + " (line "
                    + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ")");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public JsonValue parseYaml(byte[] yaml) {
        return YamlReader.read(yaml);
    }

    /** Reads one YAML document with the last value of each key. Errors as {@link #parseYaml} else. */
    public JsonDocument yamlDocument(byte[] yaml) {
        return YamlReader.document(yaml);
    }

    @Override
    public byte[] encode(JsonValue value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator generator = factory.createGenerator(out)) {
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static JsonValue read(JsonParser parser, Set<String> duplicates) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                JsonObject.Builder members = JsonObject.builder();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = Characters.whole(parser.currentName());
                    if (members.has(name)) {
                        duplicates.add("duplicate field \"" + path(parser.getParsingContext()) + "\"");
                    }
                    parser.nextToken();
                    members.put(name, read(parser, duplicates));
                }
                yield members.build();
            }
            case START_ARRAY -> {
                List<JsonValue> values = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(read(parser, duplicates));
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

    /** Where the parser stands, such as {@code spec.users[0].name}. */
    private static String path(JsonStreamContext context) {
        if (context.inRoot()) {
            return "";
        }
        String holder = path(context.getParent());
        if (context.inArray()) {
            return holder + "[" + context.getCurrentIndex() + "]";
        }
        return holder.isEmpty() ? context.getCurrentName() : holder + "." + context.getCurrentName();
    }

    private static void write(JsonGenerator generator, JsonValue value) throws IOException {
        switch (value) {
            case JsonObject object -> {
                generator.writeStartObject();
                for (var member : object.members().entrySet()) {
                    generator.writeFieldName(member.getKey());
                    write(generator, member.getValue());
                }
                generator.writeEndObject();
            }
            case JsonArray array -> {
                generator.writeStartArray();
                for (JsonValue element : array) {
                    write(generator, element);
                }
                generator.writeEndArray();
            }
            case JsonString(String text) -> generator.writeString(text);
            case JsonNumber number -> {
                if (number.isIntegral()) {
                    generator.writeNumber(number.asLong().getAsLong());
                } else {
                    generator.writeNumber(number.asDecimal());
                }
            }
            case JsonBoolean bool -> generator.writeBoolean(bool.value());
            case JsonNull _ -> generator.writeNull();
        }
    }
}
