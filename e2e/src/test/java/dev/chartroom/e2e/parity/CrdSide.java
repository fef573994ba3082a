package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.document.Pointers;
import dev.chartroom.e2e.controlplane.ControlPlane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** The kinds as CustomResourceDefinitions of a real kube-apiserver. */
final class CrdSide {
    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private CrdSide() {}

    /** Creates the CRDs unless they exist, and returns the side when all of them are served. */
    static Side start(ControlPlane controlPlane, String group, List<TestKind> kinds) {
        Side side = connect(controlPlane, group);
        Parallel.each(kinds, kind -> declare(side, kind));
        Parallel.each(kinds, kind -> awaitServed(side, kind));
        return side;
    }

    /** Returns the kube-apiserver's reason for rejecting each kind as a CRD; an empty text if it accepts the kind. */
    static List<String> refusals(ControlPlane controlPlane, List<TestKind> kinds) {
        try (Side side = connect(controlPlane, TestGroups.CRD)) {
            return Parallel.map(kinds, kind -> {
                JsonObject answer =
                        side.send("POST", CRDS + "?fieldValidation=Ignore&dryRun=All", kind.crd(side.group()));
                return code(answer) == 201 || code(answer) == 409
                        ? ""
                        : answer.objectOrEmpty("body").stringOrEmpty("message");
            });
        }
    }

    private static Side connect(ControlPlane controlPlane, String group) {
        return HttpTransport.side(
                controlPlane.url(),
                group,
                Map.of(),
                controlPlane.admin().identity().sslContext(controlPlane.caPem()));
    }

    /** Creates a namespace for both sides. */
    static void createNamespace(Side side, String name) {
        JsonObject namespace =
                JsonObject.of("metadata", JsonObject.builder().put("name", name).build());
        post(side, "/api/v1/namespaces", namespace);
    }

    private static void declare(Side side, TestKind kind) {
        post(side, CRDS + "?fieldValidation=" + (kind.exact() ? "Strict" : "Ignore"), kind.crd(side.group()));
    }

    private static void post(Side side, String path, JsonObject body) {
        JsonObject answer = side.send("POST", path, body);
        if (code(answer) != 201 && code(answer) != 409) {
            throw new IllegalStateException("POST " + path + ": " + answer);
        }
    }

    /**
     * The condition Established becomes true shortly before the storage is ready; until then every request is a 404 or
     * 429.
     */
    private static void awaitServed(Side side, TestKind kind) {
        String list = "/apis/" + side.group() + "/" + TestKind.VERSION + "/" + kind.plural() + "?limit=1";
        String crd = CRDS + "/" + kind.plural() + "." + side.group();
        Awaitility.await("CRD of " + kind.kind())
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> side.send("GET", crd, null),
                        found -> isEstablished(found) && code(side.send("GET", list, null)) == 200);
    }

    private static boolean isEstablished(JsonObject found) {
        JsonValue conditions = Pointers.at(found, "/body/status/conditions");
        return conditions instanceof JsonArray array
                && array.values().stream()
                        .anyMatch(condition -> condition instanceof JsonObject object
                                && object.stringOrEmpty("type").equals("Established")
                                && new JsonString("True").equals(object.get("status")));
    }

    private static long code(JsonObject answer) {
        return answer.get("code") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
    }
}
