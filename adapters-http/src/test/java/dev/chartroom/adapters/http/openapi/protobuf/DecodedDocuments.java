package dev.chartroom.adapters.http.openapi.protobuf;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads a document in protobuf back to JSON, as gnostic does for clients. */
public record DecodedDocuments(Message message) {
    private static final Pattern WORD = Pattern.compile("_([a-z])");

    public static JsonValue of(byte[] document) throws InvalidProtocolBufferException {
        return new DecodedDocuments(
                        DynamicMessage.parseFrom(OpenApiProtobuf.schema().findMessageTypeByName("Document"), document))
                .json();
    }

    private JsonValue json() {
        String type = message.getDescriptorForType().getName();
        List<FieldDescriptor> fields = List.copyOf(message.getAllFields().keySet());
        if (type.equals("Any")) {
            return Json.CODEC.parse(
                    String.valueOf(message.getField(fields.getFirst())).getBytes(StandardCharsets.UTF_8));
        }
        if (!message.getDescriptorForType().getOneofs().isEmpty()) {
            return value(message.getField(fields.getFirst()));
        }
        if (List.of("TypeItem", "ItemsItem", "StringArray").contains(type)) {
            JsonArray items = list(fields.getFirst());
            return type.equals("StringArray") ? items : items.values().getFirst();
        }
        JsonObject.Builder object = JsonObject.builder();
        for (FieldDescriptor field : fields) {
            if (field.isRepeated()
                    && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                    && field.getMessageType().getName().startsWith("Named")) {
                entries(field).forEach(entry -> object.put(name(entry), value(content(entry))));
            } else {
                object.put(
                        WORD.matcher(field.getName().replaceFirst("^_", "\\$"))
                                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT)),
                        field.isRepeated() ? list(field) : value(message.getField(field)));
            }
        }
        return object.build();
    }

    private List<Message> entries(FieldDescriptor field) {
        List<Message> entries = new ArrayList<>();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            entries.add((Message) message.getRepeatedField(field, i));
        }
        return entries;
    }

    private static String name(Message entry) {
        return String.valueOf(entry.getField(entry.getDescriptorForType().findFieldByName("name")));
    }

    private static Object content(Message entry) {
        return entry.getField(entry.getDescriptorForType().findFieldByName("value"));
    }

    private JsonArray list(FieldDescriptor field) {
        List<JsonValue> values = new ArrayList<>();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            values.add(value(message.getRepeatedField(field, i)));
        }
        return new JsonArray(values);
    }

    private static JsonValue value(Object value) {
        return switch (value) {
            case Message inner -> new DecodedDocuments(inner).json();
            case Boolean flag -> JsonBoolean.of(flag);
            case Long number -> JsonNumber.of(number);
            case Double number -> JsonNumber.of(BigDecimal.valueOf(number));
            default -> new JsonString(value.toString());
        };
    }
}
