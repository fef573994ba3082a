package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the objects in the manifest of a release in Helm. */
final class ManifestObjects {
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---[ \\t]*(?:#.*)?$");

    private static final int PARSED = 4;

    private ManifestObjects() {}

    /**
     * Returns the objects in the order of the manifest; those of a List instead of the List. Documents that are no object
     * with a kind are left out.
     */
    static List<JsonObject> of(String manifest, JsonCodec codec) {
        // Parsed objects need several times the memory of their text.
        ServerCapacity.current()
                .ifPresent(share -> share.keep((int) Math.min((long) PARSED * manifest.length(), Integer.MAX_VALUE)));
        return SEPARATOR
                .splitAsStream(manifest)
                .map(document -> parsed(document, codec))
                .flatMap(Optional::stream)
                .flatMap(object -> object.stringOrEmpty("kind").equals("List")
                        ? object.arrayOrEmpty("items").objects().stream()
                        : Stream.of(object))
                .filter(object -> !object.stringOrEmpty("kind").isEmpty()
                        && !object.stringOrEmpty("apiVersion").isEmpty())
                .toList();
    }

    private static Optional<JsonObject> parsed(String document, JsonCodec codec) {
        if (document.isBlank()) {
            return Optional.empty();
        }
        try {
            return codec.parseYaml(document.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (ApiException _) {
            return Optional.empty(); // not what the kube-apiserver got
        }
    }
}
