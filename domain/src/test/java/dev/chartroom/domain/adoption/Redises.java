package dev.chartroom.domain.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.conversion.TestKinds;
import dev.chartroom.domain.kind.ApplicationKind;

/** A kind, and HelmReleases that have its chart and no labels. */
final class Redises {
    private static final String SCHEMA = """
            {type: 'object', properties: {
              replicas: {type: 'integer', minimum: 1, default: 2},
              size: {type: 'string', default: '1Gi'},
              password: {type: 'string', format: 'password'}}}
            """;

    private Redises() {}

    static ApplicationKind kind() {
        return kind("{}");
    }

    /** Returns the kind with more fields of {@link TestKinds#of}. */
    static ApplicationKind kind(String fields) {
        return TestKinds.of(object(fields).with("schema", object(SCHEMA)));
    }

    /** Returns a release that kubectl created, with some fields of the kind's template. */
    static JsonObject release(String name, String values) {
        return object("""
                {apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease',
                 metadata: {name: '%s', namespace: 'shop', resourceVersion: '7', generation: 3,
                   managedFields: [{manager: 'kubectl', operation: 'Update',
                     apiVersion: 'helm.toolkit.fluxcd.io/v2', fieldsType: 'FieldsV1',
                     fieldsV1: {'f:spec': {'f:chartRef': {}, 'f:interval': {}, 'f:values': {}}}}]},
                 spec: {interval: '1h', chartRef: {kind: 'OCIRepository', name: 'redis', namespace: 'charts'},
                   values: %s}}
                """.formatted(name, values));
    }

    static JsonObject withLabels(JsonObject release, JsonObject labels) {
        return release.with("metadata", release.objectOrEmpty("metadata").with("labels", labels));
    }

    static JsonObject deleted(JsonObject release) {
        return release.with(
                "metadata",
                release.objectOrEmpty("metadata").with("deletionTimestamp", new JsonString("2026-01-02T03:04:05Z")));
    }
}
