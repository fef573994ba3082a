package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.application.Application;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * A digest that is equal for equal objects in two stores. It covers everything but the resource version. It depends
 * neither on the order of members nor on the notation of numbers, because stores may change these.
 *
 * @param content the SHA-256, in hex, of everything except the resource version, the status and the generation; not
 *     every store owns status and generation
 * @param whole the SHA-256, in hex, of the same content together with the status and the generation
 */
record ObjectDigest(String content, String whole) {

    static ObjectDigest of(Application application) {
        Application content = application
                .withStatus(JsonObject.EMPTY)
                .withMetadata(application.metadata().toBuilder()
                        .resourceVersion("")
                        .generation(0)
                        .build());
        MessageDigest digest = sha256();
        add(digest, canonical(content.toJson()));
        String ofContent = hex(digest);
        add(digest, ofContent + " " + application.metadata().generation() + " " + canonical(application.status()));
        return new ObjectDigest(ofContent, hex(digest));
    }

    /** Returns whether the other digest belongs to an equal object. */
    boolean matches(ObjectDigest other, boolean withStatus) {
        return withStatus ? equals(other) : content.equals(other.content);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String canonical(JsonValue value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(JsonValue value, StringBuilder text) {
        switch (value) {
            case JsonObject object -> {
                text.append('{');
                new TreeMap<>(object.members()).forEach((name, member) -> {
                    text.append(JsonText.quote(name)).append(':');
                    write(member, text);
                    text.append(',');
                });
                text.append('}');
            }
            case JsonArray array -> {
                text.append('[');
                for (JsonValue item : array) {
                    write(item, text);
                    text.append(',');
                }
                text.append(']');
            }
            case JsonNumber number -> text.append(number.asDecimal().stripTrailingZeros());
            case JsonString string -> text.append(string);
            case JsonBoolean bool -> text.append(bool);
            case JsonNull none -> text.append(none);
        }
    }
}
