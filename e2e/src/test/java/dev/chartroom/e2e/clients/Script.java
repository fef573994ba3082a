package dev.chartroom.e2e.clients;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A sequence of commands that runs on both sides, each in its own namespace. Placeholders: {@code $group},
 * {@code $apiVersion}, {@code $gadgets} (the resource with its group), {@code $ns}, and the variables of steps.
 */
record Script(String name, List<Step> steps) {
    private static final JacksonCodec CODEC = new JacksonCodec();

    /** Returns all scripts in a folder of the resources: YAML files with one script per document. */
    static List<Script> in(String folder) {
        List<Script> scripts = new ArrayList<>();
        for (String text : texts(folder).values()) {
            for (String document : text.split("(?m)^---$")) {
                scripts.add(of((JsonObject) CODEC.parseYaml(document.getBytes(StandardCharsets.UTF_8))));
            }
        }
        return scripts;
    }

    /** Returns the manifests that every script finds in its directory, by file name. */
    static Map<String, String> objects() {
        return texts("objects");
    }

    private static SortedMap<String, String> texts(String folder) {
        SortedMap<String, String> texts = new TreeMap<>();
        try (Stream<Path> files =
                Files.list(Path.of(Objects.requireNonNull(Script.class.getResource("/clients/" + folder))
                        .toURI()))) {
            for (Path file : files.toList()) {
                texts.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Script of(JsonObject script) {
        return new Script(
                script.stringOrEmpty("name"),
                script.arrayOrEmpty("steps").values().stream().map(Step::of).toList());
    }
}
