package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The kinds of a large platform, generated from their numbers: a hundred in a group, each with a schema of about 10 KiB
 * as compact JSON. The schema nests like the values of charts, with descriptions, defaults, patterns, enums and a few
 * rules.
 */
public final class ManyKinds {
    private static final int PER_GROUP = 100;
    private static final List<String> SECTIONS =
            List.of("server", "storage", "backup", "network", "monitoring", "maintenance");

    private static final int RULED = 3;
    private static final String RULES = """
              x-kubernetes-validations:
                - rule: self.minimum <= self.maximum
                  message: the minimum must not be above the maximum""".indent(2).stripTrailing();

    private ManyKinds() {}

    /** Creates a folder with a number of definitions, each in a YAML file. */
    public static Path folder(int count) {
        Path folder = ModuleDirectory.newWorkDirectory("many-kinds");
        for (int number = 0; number < count; number++) {
            write(folder, number, "");
        }
        return folder;
    }

    /** Writes the definition again, with a remark in the description of the kind. */
    public static void write(Path folder, int number, String remark) {
        try {
            // As editors do, so that no reader sees half a file.
            Path written = Files.writeString(folder.resolve(".next"), definition(number, remark));
            Files.move(
                    written, folder.resolve("kind-%04d.yaml".formatted(number)), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String group(int number) {
        return "g" + number / PER_GROUP + ".scale.example.com";
    }

    /** The kind of that number. */
    public static ApplicationKind kind(int number) {
        return BenchmarkKinds.kind(plural(number), definition(number, ""));
    }

    /** A spec for each of them, of about a kilobyte. */
    public static JsonObject values(int index) {
        JsonObject.Builder values = JsonObject.builder();
        for (String section : SECTIONS) {
            values.put(
                    section,
                    JsonObject.builder()
                            .put("minimum", 1 + index % 4)
                            .put("maximum", 5 + index % 7)
                            .put("size", (10 + index % 90) + "Gi")
                            .put("schedule", index % 60 + " 3 * * *")
                            .put("labels", JsonObject.of("owner", new JsonString("team-" + index % 40)))
                            .build());
        }
        return values.build();
    }

    public static String plural(int number) {
        return "services" + number;
    }

    /** Returns the definition as YAML. */
    public static String definition(int number, String remark) {
        String kind = "Service" + number;
        StringBuilder yaml = new StringBuilder(
                """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata:
                  name: %2$s.%3$s
                spec:
                  group: %3$s
                  names:
                    kind: %1$s
                    plural: %2$s
                    singular: %4$s
                    shortNames: [s%5$d]
                    categories: [services]
                  description: %1$s is a managed service of the platform, with storage, backups and monitoring.%6$s
                  release:
                    prefix: %4$s-
                    chartRef: {kind: OCIRepository, name: %4$s, namespace: platform-charts}
                    valuesFrom: [{kind: Secret, name: platform-values, optional: true}]
                    interval: 10m
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              description: What the %1$s should be.
                              type: object
                              properties:
                """.formatted(kind, plural(number), group(number), "service" + number, number, remark));
        for (int section = 0; section < SECTIONS.size(); section++) {
            yaml.append(section(SECTIONS.get(section), number + section, section < RULED)
                    .indent(16));
        }
        return yaml.toString();
    }

    private static String section(String name, int seed, boolean ruled) {
        return """
                %1$s:
                  description: How the %1$s of the service is set up. What is left out has the default of the platform.
                  type: object
                %4$s
                  properties:
                    enabled:
                      description: Whether the %1$s is there at all. Without it, everything below is passed over.
                      type: boolean
                      default: true
                    minimum:
                      description: How many there are at least, also while one of them is replaced.
                      type: integer
                      format: int32
                      minimum: 0
                      maximum: 100
                      default: %2$d
                    maximum:
                      description: How many there are at most, when there is a lot to do.
                      type: integer
                      format: int32
                      minimum: 1
                      maximum: 1000
                      default: %3$d
                    size:
                      description: How large each of them is, as an amount of bytes with a unit.
                      x-kubernetes-int-or-string: true
                      anyOf: [{type: integer}, {type: string}]
                      pattern: ^[0-9]+(Ki|Mi|Gi|Ti)?$
                      default: %3$dGi
                    class:
                      description: Which class of hardware it runs on; larger ones cost more.
                      type: string
                      enum: [nano, micro, small, medium, large, xlarge]
                      default: small
                    schedule:
                      description: When it happens, as a line of a crontab in the time zone of the cluster.
                      type: string
                      pattern: ^([0-9*,/-]+ ){4}[0-9*,/-]+$
                      default: %2$d 3 * * *
                    resources:
                      description: What each of them asks of a node, and may use at most.
                      type: object
                      properties:
                        cpu:
                          description: Processors, in thousandths where there is an m.
                          type: string
                          default: 500m
                        memory:
                          description: Memory, as an amount of bytes with a unit.
                          type: string
                          default: 512Mi
                    labels:
                      description: Labels of everything that belongs to it, besides those of the platform.
                      type: object
                      additionalProperties: {type: string, maxLength: 63}
                """.formatted(name, 1 + seed % 3, 5 + seed % 7, ruled ? RULES : "");
    }
}
