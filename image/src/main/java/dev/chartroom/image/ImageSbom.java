package dev.chartroom.image;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The bill of materials of the image, in the CycloneDX format: the libraries of the release, the Java runtime and the
 * packages of the base. The packages of an existing base are in the bill of that base.
 */
final class ImageSbom {
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final String COMPONENTS = "components";
    private static final String DEPENDENCIES = "dependencies";

    private ImageSbom() {}

    /**
     * Changes the bill of a release into that of the image.
     *
     * @param file the bill
     * @param omitted the names of jars that are in the release but not in the image
     * @param jdk the JDK of the Java runtime
     * @param packages the packages of the base
     */
    static void complete(Path file, Set<String> omitted, Path jdk, List<PackageFields> packages) throws IOException {
        if (!(CODEC.parse(Files.readAllBytes(file)) instanceof JsonObject sbom)) {
            throw new ImageException(file + " is no JSON object.");
        }
        List<JsonValue> components = new ArrayList<>();
        Set<String> removed = new HashSet<>();
        for (JsonObject component : sbom.arrayOrEmpty(COMPONENTS).objects()) {
            if (omitted.contains(component.stringOrEmpty("name") + "-" + component.stringOrEmpty("version") + ".jar")) {
                removed.add(component.stringOrEmpty("bom-ref"));
            } else {
                components.add(component);
            }
        }
        components.add(runtime(jdk));
        packages.forEach(fields -> components.add(debianPackage(fields)));
        JsonObject complete = sbom.with(COMPONENTS, new JsonArray(components))
                .with(DEPENDENCIES, dependencies(sbom.arrayOrEmpty(DEPENDENCIES), removed));
        Files.write(file, CODEC.encode(complete));
    }

    /** Removes all references to components. */
    private static JsonArray dependencies(JsonArray all, Set<String> removed) {
        return new JsonArray(all.objects().stream()
                .filter(dependency -> !removed.contains(dependency.stringOrEmpty("ref")))
                .map(dependency -> dependency.has("dependsOn")
                        ? dependency.with(
                                "dependsOn",
                                JsonArray.ofStrings(dependency.arrayOrEmpty("dependsOn").strings().stream()
                                        .filter(ref -> !removed.contains(ref))
                                        .toList()))
                        : dependency)
                .map(JsonValue.class::cast)
                .toList());
    }

    private static JsonObject runtime(Path jdk) throws IOException {
        String version = JavaRuntime.version(jdk);
        return component("platform", "openjdk", version, "pkg:generic/openjdk@" + encode(version))
                .put("publisher", JavaRuntime.vendor(jdk))
                .build();
    }

    private static JsonObject debianPackage(PackageFields fields) {
        return component(
                        "library",
                        fields.name(),
                        fields.version(),
                        "pkg:deb/debian/" + fields.name() + "@" + encode(fields.version()) + "?arch="
                                + fields.architecture())
                .build();
    }

    private static JsonObject.Builder component(String type, String name, String version, String purl) {
        return JsonObject.builder()
                .put("type", type)
                .put("bom-ref", purl)
                .put("name", name)
                .put("version", version)
                .put("purl", purl);
    }

    private static String encode(String version) {
        return URLEncoder.encode(version, StandardCharsets.UTF_8);
    }
}
