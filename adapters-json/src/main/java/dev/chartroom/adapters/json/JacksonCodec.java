package dev.chartroom.adapters.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads and writes JSON with Jackson's streaming core, and reads YAML with SnakeYAML Engine. */
public final class JacksonCodec implements JsonCodec {
    private static final int STORED_DEPTH = 3 * MAX_DEPTH;

    private final JsonFactory factory;

    /** Creates a codec for input from clients. */
    public JacksonCodec() {
        this(MAX_DEPTH);
    }

    private JacksonCodec(int maxDepth) {
        factory = new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(1000)
                        .build())
                // Clients choose the names. Jackson would keep the names in a table that all later parsers share. A
                // parser fails if too many names collide in that table.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    /** Returns a codec for stored JSON. It accepts deeper nesting, because a store adds levels to an object. */
    public static JacksonCodec ofStored() {
        return new JacksonCodec(STORED_DEPTH);
    }

    @Override
    public JsonValue parse(byte[] json) {
        return document(json).value();
    }

    /**
     * Reads one JSON document. If a field is repeated, its last value counts. Throws the same errors as {@link #parse}.
     */
    public JsonDocument document(byte[] json) {
        // The codec parses text, because Jackson's parser for bytes always uses the table of names.
        try (JsonParser parser = factory.createParser(Characters.ofUtf8(json))) {
            if (parser.nextToken() == null) {
                throw ApiException.badRequest("the body is empty where JSON was expected");
            }
            JacksonReader reader = new JacksonReader(parser);
            JsonValue value = reader.value();
            if (parser.nextToken() != null) {
                throw ApiException.badRequest("the body holds more than one JSON value");
            }
            return JsonDocument.ofJson(value, reader.duplicates());
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

    /**
     * Reads one YAML document. If a key is repeated, its last value counts. Throws the same errors as
     * {@link #parseYaml}, except for repeated keys.
     */
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

    private static void write(JsonGenerator generator, JsonValue value) throws IOException {
        Deadline.check();
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
