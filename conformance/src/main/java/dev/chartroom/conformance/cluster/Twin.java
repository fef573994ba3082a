package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.conformance.schema.ResourceSchema;
import java.time.Duration;
import java.time.Instant;

/** The CustomResourceDefinition with the names and the schema of the tested resource, in a group of its own. */
public final class Twin {
    /** The group of all twins. */
    public static final String GROUP = "conformance.chartroom.dev";

    static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final JsonString OBJECT = new JsonString("object");

    private final ClusterApi api;
    private final TestedResource resource;

    Twin(ClusterApi api, TestedResource resource) {
        this.api = api;
        this.resource = resource;
    }

    String name() {
        return resource.plural() + "." + GROUP;
    }

    String path() {
        return CRDS + "/" + name();
    }

    /** Returns the definition. It has no short names and no categories, so that no command of other users finds it. */
    static JsonObject definition(TestedResource resource, ResourceSchema schema) {
        JsonObject names = JsonObject.builder()
                .put("plural", resource.plural())
                .put("singular", resource.singular())
                .put("kind", resource.kind())
                .put("listKind", resource.kind() + "List")
                .build();
        JsonObject.Builder version = JsonObject.builder()
                .put("name", resource.version())
                .put("served", true)
                .put("storage", true)
                .put("schema", JsonObject.of("openAPIV3Schema", schema.openApi().with("type", OBJECT)));
        schema.columns()
                .filter(columns -> !columns.isEmpty())
                .ifPresent(columns -> version.put("additionalPrinterColumns", columns));
        if (!schema.selectableFields().isEmpty()) {
            version.put("selectableFields", schema.selectableFields());
        }
        JsonObject.Builder subresources = JsonObject.builder();
        if (resource.subresources().contains("status")) {
            subresources.put("status", JsonObject.EMPTY);
        }
        if (resource.subresources().contains("scale") && !schema.scale().isEmpty()) {
            subresources.put("scale", schema.scale());
        }
        if (!subresources.build().isEmpty()) {
            version.put("subresources", subresources.build());
        }
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", resource.plural() + "." + GROUP)
                                .build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", GROUP)
                                .put("names", names)
                                .put("scope", resource.namespaced() ? "Namespaced" : "Cluster")
                                .put("versions", JsonArray.of(version.build()))
                                .build())
                .build();
    }

    /** Tries to create the definition. */
    ClusterApi.Reply post(ResourceSchema schema) {
        return api.send("POST", CRDS, definition(resource, schema));
    }

    /** @throws ConformanceException if a twin exists already, or the cluster refuses the schema */
    void check(ClusterApi.Reply reply) {
        if (reply.code() == 409) {
            throw new ConformanceException("the CustomResourceDefinition " + name()
                    + " exists. If no other run is in progress, delete it: kubectl delete crd " + name());
        }
        if (reply.code() == 422) {
            throw new ConformanceException("a CustomResourceDefinition cannot have the schema of " + resource.name()
                    + "; give one with --schema FILE: " + reply.message());
        }
        if (!reply.isSuccess()) {
            throw ClusterApi.refused("POST", CRDS, reply);
        }
    }

    /** The condition Established becomes true before the storage is ready. Until then, every request is a 404 or 429. */
    void awaitServed() {
        String list = "/apis/" + GROUP + "/" + resource.version() + "/" + resource.plural() + "?limit=1";
        Instant end = Instant.now().plus(LONGEST_START);
        while (!api.send("GET", list, null).isSuccess()) {
            if (Instant.now().isAfter(end)) {
                throw new ConformanceException("the CustomResourceDefinition " + name() + " is not served after "
                        + LONGEST_START.toSeconds() + " seconds");
            }
            Pause.shortly();
        }
    }
}
