package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.conformance.schema.PublishedSchema;
import dev.chartroom.conformance.schema.ResourceSchema;
import dev.chartroom.conformance.schema.SchemaFile;
import java.util.Optional;

/** Finds the schema of a resource in the cluster: in its CustomResourceDefinition, or else in the OpenAPI document. */
public final class SchemaSource {
    private static final JsonString KIND = new JsonString("CustomResourceDefinition");

    private SchemaSource() {}

    /** @throws ConformanceException if the cluster has no schema of the resource */
    public static ResourceSchema inCluster(ClusterApi api, TestedResource resource) {
        String path = Twin.CRDS + "/" + resource.name();
        Optional<JsonObject> crd = api.find(path);
        if (crd.isPresent()) {
            return SchemaFile.of(
                    crd.get().with("kind", KIND), "CustomResourceDefinition " + resource.name(), resource.version());
        }
        return api.find("/openapi/v3/apis/" + resource.group() + "/" + resource.version())
                .flatMap(
                        document -> PublishedSchema.of(document, resource.group(), resource.version(), resource.kind()))
                .orElseThrow(() -> new ConformanceException("the cluster publishes no schema of " + resource.name()
                        + " in /openapi/v3; give its schema with --schema FILE"));
    }
}
