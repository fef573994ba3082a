package dev.chartroom.adapters.kubernetes.helm;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.ports.json.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the value of a Secret of Helm: base64 of the Secret, base64 of Helm, gzip, JSON. Parses only the members that are
 * needed, because the record also contains the files of the chart.
 */
final class HelmRecordDecoder {
    /** The largest decompressed record. A Secret has at most 1 MiB, which can decompress to a thousand times as much. */
    static final int MAX_RECORD = 20 * 1024 * 1024;

    private static final int GZIP_MAGIC = 0x1f8b;

    private final JsonCodec codec;

    HelmRecordDecoder(JsonCodec codec) {
        this.codec = codec;
    }

    /**
     * Decodes a record.
     *
     * @param data the value in the {@code data} of the Secret
     * @throws IllegalArgumentException if the record is too large or malformed; the message states the reason
     */
    HelmInstallation decode(NamespacedName helmRelease, String data) {
        Map<String, byte[]> record = EncodedList.members(json(data));
        JsonObject chart = object(
                EncodedList.members(required(record.get("chart"), "chart")).get("metadata"));
        String name = chart.stringOrEmpty("name");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("it has no chart.metadata.name");
        }
        return new HelmInstallation(helmRelease, name, chart.stringOrEmpty("version"), object(record.get("config")));
    }

    /**
     * Decodes all parts of a record that users can see.
     *
     * @param data the value in the {@code data} of the Secret
     * @throws IllegalArgumentException if the record is too large or malformed; the message states the reason
     */
    HelmRecord record(String data) {
        Map<String, byte[]> record = EncodedList.members(json(data));
        Map<String, byte[]> chart = EncodedList.members(required(record.get("chart"), "chart"));
        JsonObject info = object(record.get("info"));
        return new HelmRecord(
                value(record.get("version")) instanceof JsonNumber number
                        ? number.asLong().orElse(0)
                        : 0,
                info.stringOrEmpty("status"),
                object(chart.get("metadata")),
                object(chart.get("values")),
                object(record.get("config")),
                value(record.get("manifest")) instanceof JsonString(String manifest) ? manifest : "",
                info.stringOrEmpty("notes"));
    }

    private static byte[] json(String data) {
        byte[] record = Base64.getDecoder().decode(Base64.getDecoder().decode(data));
        if (record.length < 2 || ((record[0] & 0xff) << 8 | record[1] & 0xff) != GZIP_MAGIC) {
            return record; // Old versions of Helm did not compress.
        }
        try (InputStream json = new GZIPInputStream(new ByteArrayInputStream(record))) {
            byte[] bytes = json.readNBytes(MAX_RECORD + 1);
            if (bytes.length > MAX_RECORD) {
                throw new IllegalArgumentException("it decompresses to more than " + MAX_RECORD + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException("it cannot be decompressed: " + e.getMessage(), e);
        }
    }

    private static byte[] required(byte @Nullable [] member, String name) {
        if (member == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return member;
    }

    /** Parses a member; the empty object if it is absent or null. */
    private JsonObject object(byte @Nullable [] member) {
        return value(member) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private JsonValue value(byte @Nullable [] member) {
        try {
            return member == null ? JsonNull.NULL : codec.parse(member);
        } catch (ApiException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
