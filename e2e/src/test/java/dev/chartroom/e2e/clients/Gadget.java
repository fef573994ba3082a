package dev.chartroom.e2e.clients;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The kind for all clients, declared for both sides from one file. */
final class Gadget {
    static final String KIND = "Gadget";
    static final String PLURAL = "gadgets";
    static final String VERSION = "v1";

    /** The prefix of the names of releases. */
    static final String RELEASE_PREFIX = "gadget-";

    private static final JacksonCodec CODEC = new JacksonCodec();

    private Gadget() {}

    /** Returns the CustomResourceDefinition, with the printer columns that Chartroom adds to every kind. */
    static String crd() {
        JsonObject declared = declared();
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %1$s}
                spec:
                  group: %2$s
                  scope: Namespaced
                  names: %3$s
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema:
                        openAPIV3Schema:
                          description: A Gadget is a toy.
                          type: object
                          properties: {spec: %4$s, status: %5$s}
                      additionalPrinterColumns:
                        - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                        - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                        - {name: Version, type: string, jsonPath: .status.version}
                        - {name: Digest, type: string, priority: 1, jsonPath: .status.digest}
                        - {name: Reason, type: string, priority: 1,
                           jsonPath: '.status.conditions[?(@.type=="Ready")].reason'}
                        - {name: Message, type: string, priority: 1,
                           jsonPath: '.status.conditions[?(@.type=="Ready")].message'}
                """.formatted(
                        Side.CRD.resource(),
                        Side.CRD.group(),
                        names(declared),
                        text(declared.objectOrEmpty("spec")),
                        text(declared.objectOrEmpty("status")));
    }

    /** Returns the KindDefinition of the same kind. */
    static String kindDefinition() {
        JsonObject declared = declared();
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$s}
                spec:
                  group: %2$s
                  names: %3$s
                  description: A Gadget is a toy.
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: %4$s}
                  release:
                    prefix: %5$s
                    chartRef: {kind: OCIRepository, name: gadget, namespace: platform-charts}
                """.formatted(
                        Side.CHARTROOM.resource(),
                        Side.CHARTROOM.group(),
                        names(declared),
                        text(declared.objectOrEmpty("spec")),
                        RELEASE_PREFIX);
    }

    private static String names(JsonObject declared) {
        return text(declared.without("spec").without("status"));
    }

    private static String text(JsonObject value) {
        return new String(CODEC.encode(value), StandardCharsets.UTF_8);
    }

    private static JsonObject declared() {
        try (var file = Gadget.class.getResourceAsStream("/clients/gadget.yaml")) {
            return (JsonObject) CODEC.parseYaml(Objects.requireNonNull(file).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
