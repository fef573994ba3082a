package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.harness.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Impersonation without the aggregator, compared with the kube-apiserver's handling of the same headers for the same
 * objects (wire contract C16).
 */
@RequiresControlPlane
class ImpersonationTest {
    private static final String NAMESPACE = "impersonation";
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/impersonation/redises";
    private static @Nullable Program program;

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.start(controlPlane, Definitions.EXAMPLES).registered("apps.example.com", "v1alpha1");
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        controlPlane.kubectl().apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: reader, namespace: impersonation}
                rules:
                - {apiGroups: [apps.example.com], resources: [redises], verbs: [list]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: reader, namespace: impersonation}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
                subjects:
                - {apiGroup: rbac.authorization.k8s.io, kind: User, name: impersonated-reader}
                - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: impersonated-readers}
                - {kind: ServiceAccount, name: robot, namespace: impersonation}
                - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:serviceaccounts:impersonation"}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: impersonation-deputy}
                rules:
                - {apiGroups: [""], resources: [users], resourceNames: [impersonated-reader, nobody], verbs: [impersonate]}
                - {apiGroups: [""], resources: [groups], resourceNames: [impersonated-readers], verbs: [impersonate]}
                - {apiGroups: [""], resources: [serviceaccounts], resourceNames: [other], verbs: [impersonate]}
                - {apiGroups: [authentication.k8s.io], resources: [userextras/scopes], resourceNames: [view], verbs: [impersonate]}
                - {apiGroups: [authentication.k8s.io], resources: [uids], resourceNames: ["1"], verbs: [impersonate]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: impersonation-deputy}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: impersonation-deputy}
                subjects:
                - {apiGroup: rbac.authorization.k8s.io, kind: User, name: deputy}
                """);
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the user, the impersonation headers, and the status code, both of the kube-apiserver and of Chartroom
        "deputy, User=impersonated-reader, 200",
        "deputy, User=nobody, 403",
        "deputy, User=nobody Group=impersonated-readers, 200",
        "deputy, User=nobody Group=impersonated-readers Group=system:masters, 403",
        "deputy, User=somebody, 403",
        "deputy, User=system:serviceaccount:impersonation:other, 200",
        "deputy, User=system:serviceaccount:impersonation:robot, 403",
        "deputy, User=system:serviceaccount:impersonation:other Group=nothing, 403",
        "deputy, User=system:serviceaccount:impersonation, 403",
        "deputy, User=impersonated-reader Extra-Scopes=view, 200",
        "deputy, User=impersonated-reader Extra-%73copes=view, 200",
        "deputy, User=impersonated-reader Extra-Scopes=edit, 403",
        "deputy, User=impersonated-reader Extra-Others=view, 403",
        "deputy, User=impersonated-reader Uid=1, 200",
        "deputy, User=impersonated-reader Uid=2, 403",
        "deputy, Group=impersonated-readers, 400",
        "deputy, Uid=1, 400",
        "deputy, Extra-Scopes=view, 400",
        "stranger, User=impersonated-reader, 403",
        "stranger, User=system:anonymous, 403",
        "admin, User=impersonated-reader, 200",
        "admin, User=nobody, 403",
        "admin, User=nobody Group=system:masters, 200",
        "admin, User=system:anonymous, 403",
    })
    void directImpersonationMatchesTheKubeApiserver(String who, String as, int code) throws Exception {
        HttpResponse<byte[]> reference = get(
                HttpClient.newBuilder()
                        .sslContext(
                                user(who).identity().sslContext(controlPlane().caPem()))
                        .build(),
                controlPlane().url(),
                as);
        HttpResponse<byte[]> direct =
                get(running().client(user(who).identity()), running().url(), as);

        assertThat(direct.statusCode()).isEqualTo(reference.statusCode()).isEqualTo(code);
        String message = JsonClient.object(reference).stringOrEmpty("message");
        // A user without rights gets the kube-apiserver's message about constrained impersonation (KEP-5284), which
        // Chartroom lacks.
        if (code == 403 && !message.contains("impersonate-on:")) {
            assertThat(JsonClient.object(direct).stringOrEmpty("message")).isEqualTo(message);
        }
    }

    /** Ignoring an unknown header would serve the request with other rights than its sender meant. */
    @Test
    void unknownImpersonationHeader_returns400() throws Exception {
        assertThat(get(running().client(user("admin").identity()), running().url(), "Node=worker-1")
                        .statusCode())
                .isEqualTo(400);
    }

    private static HttpResponse<byte[]> get(HttpClient client, String url, String as)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + REDISES));
        Arrays.stream(as.split(" "))
                .map(header -> header.split("=", 2))
                .forEach(header -> request.header("Impersonate-" + header[0], header[1]));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static User user(String name) {
        return name.equals("admin") ? controlPlane().admin() : controlPlane().user(name);
    }

    private static ControlPlane controlPlane() {
        return ControlPlane.shared();
    }

    private static Program running() {
        return Objects.requireNonNull(program, "the program is started before all tests");
    }
}
