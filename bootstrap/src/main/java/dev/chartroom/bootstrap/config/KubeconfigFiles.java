package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Kubeconfig files, merged as kubectl merges them: of entries with the same name, the first one counts. */
final class KubeconfigFiles {
    private static final String CURRENT = "current-context";
    /** The entries of each list, and the fields of an entry that are paths. */
    private static final Map<String, List<String>> PATHS = Map.of(
            "clusters", List.of("certificate-authority"),
            "users", List.of("client-certificate", "client-key", "tokenFile"),
            "contexts", List.of());

    private final List<Path> files;
    private final Map<String, Map<String, JsonObject>> entries = new LinkedHashMap<>();
    private String currentContext = "";

    /** @throws ConfigException if a file cannot be read or is not a kubeconfig */
    KubeconfigFiles(List<Path> files) {
        this.files = List.copyOf(files);
        PATHS.keySet().forEach(list -> entries.put(list, new LinkedHashMap<>()));
        files.forEach(this::add);
    }

    String currentContext() {
        return currentContext;
    }

    /** Returns an entry by its name, without the name. */
    JsonObject entry(String list, String name, String field) {
        Map<String, JsonObject> named = entries.getOrDefault(list, Map.of());
        JsonObject entry = named.get(name);
        if (entry == null) {
            throw problem(field + ": \"" + name + "\" is not in " + list
                    + (named.isEmpty() ? "" : ", which has " + String.join(", ", named.keySet())));
        }
        return entry;
    }

    ConfigException problem(String what) {
        return new ConfigException("kubeconfig "
                + files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)) + ": " + what);
    }

    private void add(Path file) {
        JsonObject config = read(file);
        if (currentContext.isEmpty()) {
            currentContext = config.stringOrEmpty(CURRENT);
        }
        // An entry's content is in a field that is named like its list, in the singular.
        entries.forEach((list, named) -> config.arrayOrEmpty(list).objects().forEach(entry -> {
            JsonObject content = entry.objectOrEmpty(list.substring(0, list.length() - 1));
            named.putIfAbsent(entry.stringOrEmpty("name"), resolved(content, list, file.toAbsolutePath()));
        }));
    }

    private static JsonObject read(Path file) {
        try {
            return switch (new JacksonCodec().parseYaml(Files.readAllBytes(file))) {
                case JsonObject config -> config;
                case JsonValue _ -> throw problem(file, "must be an object");
            };
        } catch (IOException e) {
            throw problem(file, FileProblem.of(e, file));
        } catch (ApiException e) {
            throw problem(file, FileProblem.of(e));
        }
    }

    private static ConfigException problem(Path file, String what) {
        return new ConfigException("kubeconfig " + file + ": " + what);
    }

    /** Makes paths absolute. Relative paths are relative to the folder of their file, as is a command with a slash. */
    private static JsonObject resolved(JsonObject content, String list, Path file) {
        JsonObject resolved = content;
        for (String field : PATHS.getOrDefault(list, List.of())) {
            resolved = withPath(resolved, field, file);
        }
        JsonObject exec = resolved.objectOrEmpty("exec");
        return exec.stringOrEmpty("command").contains("/")
                ? resolved.with("exec", withPath(exec, "command", file))
                : resolved;
    }

    private static JsonObject withPath(JsonObject object, String field, Path file) {
        String path = object.stringOrEmpty(field);
        try {
            return path.isEmpty()
                    ? object
                    : object.with(
                            field,
                            new JsonString(file.resolveSibling(path).normalize().toString()));
        } catch (InvalidPathException _) {
            throw problem(file, field + ": is no path");
        }
    }
}
