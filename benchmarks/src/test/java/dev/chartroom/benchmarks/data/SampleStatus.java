package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;

/** The status that Flux writes for a release that was installed, and possibly upgraded once. */
final class SampleStatus {
    private static final String DIGEST = "sha256:%064x";

    private SampleStatus() {}

    static JsonObject of(String release, String namespace, int index) {
        boolean ready = index % 20 != 0;
        return (JsonObject) JsonText.parse("""
                {"observedGeneration":1,
                 "conditions":[
                  {"type":"Ready","status":"%1$s","observedGeneration":1,"lastTransitionTime":"2026-01-02T03:06:05Z",
                   "reason":"%2$s","message":"%3$s for release %4$s/%5$s.v2 with chart postgres@1.4.2+9f86d081884c"},
                  {"type":"Released","status":"%1$s","observedGeneration":1,"lastTransitionTime":"2026-01-02T03:06:05Z",
                   "reason":"%2$s","message":"%3$s for release %4$s/%5$s.v2"}],
                 "helmChart":"","storageNamespace":"%4$s","lastAttemptedGeneration":1,
                 "lastAttemptedRevision":"1.4.2+9f86d081884c","lastAttemptedRevisionDigest":"%6$s",
                 "lastAttemptedConfigDigest":"%7$s","lastAttemptedReleaseAction":"upgrade",
                 "history":[%8$s]}""".formatted(
                        ready ? "True" : "False",
                        ready ? "UpgradeSucceeded" : "UpgradeFailed",
                        ready ? "Helm upgrade succeeded" : "Helm upgrade failed",
                        namespace,
                        release,
                        DIGEST.formatted(index),
                        DIGEST.formatted(index + 1L),
                        history(release, namespace, index, ready)));
    }

    /** Every other release was upgraded once. */
    private static String history(String release, String namespace, int index, boolean ready) {
        String latest = ready ? "deployed" : "failed";
        return index % 2 == 0
                ? snapshot(release, namespace, 1, latest, index)
                : snapshot(release, namespace, 2, latest, index) + ","
                        + snapshot(release, namespace, 1, "superseded", index);
    }

    private static String snapshot(String release, String namespace, int version, String status, int index) {
        return """
                {"name":"%s","namespace":"%s","version":%d,"status":"%s","chartName":"postgres",
                 "chartVersion":"1.4.2+9f86d081884c","configDigest":"%s","digest":"%s",
                 "firstDeployed":"2026-01-02T03:05:05Z","lastDeployed":"2026-01-02T03:06:05Z"}""".formatted(
                        release,
                        namespace,
                        version,
                        status,
                        DIGEST.formatted(index + version),
                        DIGEST.formatted(index + 7L * version));
    }
}
