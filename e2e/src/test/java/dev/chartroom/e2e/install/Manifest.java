package dev.chartroom.e2e.install;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The objects of a YAML file.
 *
 * @param objects the objects by {@code Kind/namespace/name}; the namespace is empty if the object has none
 */
record Manifest(Map<String, JsonObject> objects) {
    private static final JacksonCodec CODEC = JacksonCodec.ofStored();
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*#.*\n?");

    static Manifest parse(String yaml) {
        Map<String, JsonObject> objects = new TreeMap<>();
        for (String document : yaml.split("(?m)^---\\s*$")) {
            if (!COMMENT.matcher(document).replaceAll("").isBlank()) {
                JsonObject object = (JsonObject) CODEC.parseYaml(document.getBytes(StandardCharsets.UTF_8));
                JsonObject metadata = object.objectOrEmpty("metadata");
                String key = object.stringOrEmpty("kind") + "/" + metadata.stringOrEmpty("namespace") + "/"
                        + metadata.stringOrEmpty("name");
                if (objects.put(key, object.with("metadata", metadata.without("labels"))) != null) {
                    throw new AssertionError(key + " is there twice");
                }
            }
        }
        return new Manifest(objects);
    }

    JsonObject get(String key) {
        JsonObject object = objects.get(key);
        if (object == null) {
            throw new AssertionError("no " + key + " in " + objects.keySet());
        }
        return object;
    }
}
