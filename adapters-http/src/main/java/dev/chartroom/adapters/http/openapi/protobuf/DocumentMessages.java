package dev.chartroom.adapters.http.openapi.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts the JSON of a document to protobuf messages. The schema of the messages determines the conversion; this class
 * only knows gnostic's conventions for what protobuf cannot express: maps in order, alternatives, and any value.
 */
record DocumentMessages(JsonCodec codec) {
    private static final String ANY = "Any";
    private static final String EXTENSIONS = "vendor_extension";
    /** The fields for members with arbitrary names. */
    private static final List<String> MAPS = List.of("additional_properties", "path", "response_code");

    /** Returns the message of a type for a JSON value. */
    Message message(Descriptor type, JsonValue value) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        FieldDescriptor alternative = alternative(type, value);
        if (alternative != null) {
            message.setField(alternative, single(alternative, value));
        } else if (type.getName().equals(ANY)) {
            message.setField(field(type, "yaml"), new String(codec.encode(value), StandardCharsets.UTF_8) + "\n");
        } else if (value instanceof JsonObject object && !isList(type)) {
            object.members().forEach((name, member) -> add(message, name, member));
        } else {
            set(message, type.getFields().getFirst(), value);
        }
        return message.build();
    }

    private void add(DynamicMessage.Builder message, String name, JsonValue value) {
        Descriptor type = message.getDescriptorForType();
        FieldDescriptor map = map(type);
        FieldDescriptor declared = map == null || name.startsWith("x-") ? type.findFieldByName(snakeCase(name)) : null;
        if (declared != null) {
            set(message, declared, value);
            return;
        }
        FieldDescriptor extensions = type.findFieldByName(EXTENSIONS);
        FieldDescriptor named = name.startsWith("x-") && extensions != null ? extensions : map;
        if (named == null) {
            throw new IllegalArgumentException(type.getName() + " has no field " + name);
        }
        Descriptor entry = named.getMessageType();
        FieldDescriptor content = field(entry, "value");
        message.addRepeatedField(
                named,
                DynamicMessage.newBuilder(entry)
                        .setField(field(entry, "name"), name)
                        .setField(content, single(content, value))
                        .build());
    }

    private void set(DynamicMessage.Builder message, FieldDescriptor field, JsonValue value) {
        if (!field.isRepeated()) {
            message.setField(field, single(field, value));
        } else if (value instanceof JsonArray items) {
            items.forEach(item -> message.addRepeatedField(field, single(field, item)));
        } else {
            message.addRepeatedField(field, single(field, value));
        }
    }

    private Object single(FieldDescriptor field, JsonValue value) {
        return switch (field.getJavaType()) {
            case MESSAGE -> message(field.getMessageType(), value);
            case STRING -> value instanceof JsonString(String text) ? text : unfit(field, value);
            case BOOLEAN -> value instanceof JsonBoolean ? value.equals(JsonBoolean.TRUE) : unfit(field, value);
            case DOUBLE -> value instanceof JsonNumber number ? Double.valueOf(number.toString()) : unfit(field, value);
            case LONG ->
                value instanceof JsonNumber number && number.asLong().isPresent()
                        ? number.asLong().getAsLong()
                        : unfit(field, value);
            case INT, FLOAT, BYTE_STRING, ENUM -> unfit(field, value);
        };
    }

    private static Object unfit(FieldDescriptor field, JsonValue value) {
        throw new IllegalArgumentException(field.getFullName() + " cannot be " + value);
    }

    /** Returns the alternative of a type that a value belongs to; null if the type has no alternatives. */
    private static @Nullable FieldDescriptor alternative(Descriptor type, JsonValue value) {
        if (type.getOneofs().isEmpty()) {
            return null;
        }
        JsonObject object = value instanceof JsonObject json ? json : JsonObject.EMPTY;
        String name = switch (type.getName()) {
            case "AdditionalPropertiesItem" -> value instanceof JsonBoolean ? "boolean" : "schema";
            case "ParametersItem" -> object.has("$ref") ? "json_reference" : "parameter";
            case "ResponseValue" -> object.has("$ref") ? "json_reference" : "response";
            case "Parameter" -> object.stringOrEmpty("in").equals("body") ? "body_parameter" : "non_body_parameter";
            case "NonBodyParameter" -> snakeCase(object.stringOrEmpty("in")) + "_parameter_sub_schema";
            case "SchemaItem" -> object.stringOrEmpty("type").equals("file") ? "file_schema" : "schema";
            default -> throw new IllegalArgumentException(type.getName() + " is not used in documents of kinds");
        };
        return field(type, name);
    }

    /** Returns whether a type only wraps a list, which can be written as a single value. */
    private static boolean isList(Descriptor type) {
        return type.getFields().size() == 1 && type.getFields().getFirst().isRepeated() && map(type) == null;
    }

    private static @Nullable FieldDescriptor map(Descriptor type) {
        for (String name : MAPS) {
            FieldDescriptor field = type.findFieldByName(name);
            if (field != null && field.isRepeated()) {
                return field;
            }
        }
        return null;
    }

    private static FieldDescriptor field(Descriptor type, String name) {
        FieldDescriptor field = type.findFieldByName(name);
        if (field == null) {
            throw new IllegalArgumentException(type.getName() + " has no field " + name);
        }
        return field;
    }

    /** Returns the name of a field, such as {@code external_docs} for {@code externalDocs}. */
    private static String snakeCase(String name) {
        return name.replace('$', '_').replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
