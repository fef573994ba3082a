package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cluster.TestedResource;
import java.util.Objects;

/** Asks the twin whether an object with generated fields is valid. */
final class Candidate {
    private static final JsonNumber CREATED = JsonNumber.of(201);

    private Candidate() {}

    /** Returns whether a strict create of the object would succeed. Nothing is stored. */
    static boolean isValid(Side twin, TestedResource resource, String namespace, JsonObject fields) {
        String apiVersion = twin.group() + "/" + resource.version();
        JsonObject object = JsonObject.builder()
                .put("apiVersion", apiVersion)
                .put("kind", resource.kind())
                .put("metadata", JsonObject.builder().put("name", "a").build())
                .putAll(fields)
                .build();
        String path = "/apis/" + apiVersion + "/namespaces/" + namespace + "/" + resource.plural()
                + "?dryRun=All&fieldValidation=Strict";
        return Objects.equals(twin.send("POST", path, object).get("code"), CREATED);
    }
}
