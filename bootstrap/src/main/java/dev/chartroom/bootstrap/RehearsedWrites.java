package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.admission.HeldNotes;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.service.ApplicationWriter;
import dev.chartroom.ports.service.FieldValidation;
import dev.chartroom.ports.service.Patch;
import dev.chartroom.ports.service.WriteRequest;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;

/** Applications that are written as releases, often enough for the JVM to keep profiles of it. */
final class RehearsedWrites {
    private static final int TIMES = 150;
    private static final String NAMESPACE = "default";

    private final ApplicationKind kind;
    private final HelmReleaseStore store;
    private final ApplicationWriter writer;

    /** @param cluster where the releases are */
    RehearsedWrites(ApplicationKind kind, KubernetesHttp cluster) {
        this.kind = kind;
        this.store = new HelmReleaseStore(
                cluster,
                JacksonCodec.ofStored(),
                RecentReleases.ofHeap(Runtime.getRuntime().maxMemory()));
        this.writer = new ApplicationWriter(
                store, Admission.NONE, ObjectQuota.UNLIMITED, new SecureRandom(), Clock.systemUTC());
    }

    void run() {
        WriteRequest request = new WriteRequest(
                new WriteOptions(false, "rehearsal"),
                FieldValidation.WARN,
                "",
                new AdmissionContext(UserInfo.of("rehearsal", List.of()), JsonObject.EMPTY, new HeldNotes()),
                () -> {});
        for (int i = 0; i < TIMES; i++) {
            NamespacedName name = new NamespacedName(NAMESPACE, "written-" + i);
            writer.create(kind, NAMESPACE, document(metadata("name", name.name())), request);
            Patch labels = Patch.merge(document(metadata("labels", new JsonString(name.name()))));
            writer.patch(kind, name, labels, request);
            store.get(kind, name, "");
            store.delete(kind, name, new DeleteRequest("", "", "", false));
        }
    }

    private static JsonObject metadata(String field, String value) {
        return JsonObject.of("metadata", JsonObject.of(field, new JsonString(value)));
    }

    private static JsonObject metadata(String field, JsonString label) {
        return JsonObject.of("metadata", JsonObject.of(field, JsonObject.of("rehearsed", label)));
    }

    private static JsonDocument document(JsonValue value) {
        return JsonDocument.ofJson(value, List.of());
    }
}
