package dev.chartroom.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.ports.network.FreePort;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Traces of a real program, through a real kube-apiserver, in a collector of the test. */
@RequiresControlPlane
class TracesTest {
    private static final String GROUP = "traces.example.com";
    private static final String NAMESPACE = "traces";
    private static final String PATH = "/apis/" + GROUP + "/v1/namespaces/" + NAMESPACE + "/dials";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: dials.traces.example.com}
            spec:
              group: traces.example.com
              names: {kind: Dial, plural: dials}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {text: {type: string}}}}}
              release: {prefix: dial-, chartRef: {kind: OCIRepository, name: dial}}
            """;

    private static ControlPlane controlPlane;
    private static Path definitions;
    private static TraceCollector collector;
    private static Program program;
    private static HttpClient client;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        definitions = ModuleDirectory.newWorkDirectory("traces");
        Files.writeString(definitions.resolve("dials.yaml"), DEFINITION);
        collector = TraceCollector.start();
        program = Program.startWith(controlPlane, definitions, "traces: {endpoint: '" + collector.endpoint() + "'}")
                .registered(GROUP, "v1");
        client = HttpClient.newBuilder()
                .sslContext(controlPlane.admin().identity().sslContext(controlPlane.caPem()))
                .build();
    }

    @AfterAll
    static void stop() {
        if (client != null) {
            client.close();
        }
        if (program != null) {
            program.close();
        }
        if (collector != null) {
            collector.close();
        }
    }

    @Test
    void readIsTracedFromTheAggregatorToTheRelease() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        send(controlPlane.url(), client, create("read"), null);

        assertThat(send(controlPlane.url(), client, request(PATH + "/read"), context(trace)))
                .isEqualTo(200);

        List<Span> spans = awaited(trace, "get dials." + GROUP);
        assertConnected(spans);
        Span server = named(spans, "get dials." + GROUP);
        assertThat(hex(server.getParentSpanId())).isEqualTo(PARENT);
        assertThat(server.toString())
                .contains("k8s.namespace.name", NAMESPACE, "http.response.status_code", "k8s.audit.id");
        assertThat(spans).extracting(Span::getName).contains("authentication", "authorization");
        // The cache asks the store whether its object is the latest.
        Span request = named(spans, "GET");
        assertThat(request.toString())
                .contains("/apis/helm.toolkit.fluxcd.io/v2/namespaces/traces/helmreleases/dial-read");
    }

    @Test
    void writeIsTracedToTheStoreWithoutItsValues() throws Exception {
        String trace = "5bf92f3577b34da6a3ce929d0e0e4736";

        assertThat(send(controlPlane.url(), client, create("written"), context(trace)))
                .isEqualTo(201);

        List<Span> spans = awaited(trace, "create dials." + GROUP);
        assertConnected(spans);
        assertThat(spans)
                .extracting(Span::getName)
                .contains("admission admit", "admission validate", "store helmrelease create", "POST");
        assertThat(spans.toString()).doesNotContain("not-for-any-trace");
    }

    @Test
    void requestsWithoutATraceAndUntrustedTracesAreNotRecorded() throws Exception {
        String trace = "6bf92f3577b34da6a3ce929d0e0e4736";
        String later = "7bf92f3577b34da6a3ce929d0e0e4736";
        try (HttpClient direct = program.client(controlPlane.admin().identity())) {
            assertThat(send(program.url(), direct, request(PATH), context(trace)))
                    .isEqualTo(200);
        }
        assertThat(send(controlPlane.url(), client, request(PATH), "00-" + trace + "-" + PARENT + "-00"))
                .isEqualTo(200);
        assertThat(send(controlPlane.url(), client, request(PATH), "malformed")).isEqualTo(200);

        assertThat(send(controlPlane.url(), client, request(PATH), context(later)))
                .isEqualTo(200);
        awaited(later, "list dials." + GROUP);

        assertThat(collector.trace(trace)).isEmpty();
    }

    @Test
    void directClientGetsATraceOfItsOwnThatRefersToItsTrace() throws Exception {
        String trace = "8bf92f3577b34da6a3ce929d0e0e4736";
        try (Program sampling = Program.startWith(
                        controlPlane,
                        definitions,
                        "traces: {endpoint: '" + collector.endpoint() + "', samplingRatePerMillion: 1000000}");
                HttpClient direct = sampling.client(controlPlane.admin().identity())) {
            assertThat(send(sampling.url(), direct, request(PATH), context(trace)))
                    .isEqualTo(200);
        }

        // The end of the program sends what it has recorded.
        assertThat(collector.trace(trace)).isEmpty();
        assertThat(collector.all())
                .anyMatch(span -> span.getName().equals("list dials." + GROUP)
                        && span.getLinksList().stream()
                                .anyMatch(link -> hex(link.getTraceId()).equals(trace)));
    }

    @Test
    void programWorksWithoutItsCollector() throws Exception {
        try (Program alone = Program.startWith(
                        controlPlane,
                        definitions,
                        "traces: {endpoint: 'http://127.0.0.1:" + FreePort.next()
                                + "/v1/traces', samplingRatePerMillion: 1000000}");
                HttpClient direct = alone.client(controlPlane.admin().identity())) {
            for (int i = 0; i < 20; i++) {
                assertThat(send(alone.url(), direct, request(PATH), context("9bf92f3577b34da6a3ce929d0e0e4736")))
                        .isEqualTo(200);
            }
        }
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("https://unset.invalid" + path));
    }

    private static HttpRequest.Builder create(String name) {
        return request(PATH).header("Content-Type", "application/json").POST(BodyPublishers.ofString("""
                {"apiVersion": "traces.example.com/v1", "kind": "Dial", "metadata": {"name": "%s"},
                 "spec": {"text": "not-for-any-trace"}}
                """.formatted(
                        name)));
    }

    private static int send(String server, HttpClient via, HttpRequest.Builder request, @Nullable String traceparent)
            throws IOException, InterruptedException {
        String path = request.build().uri().getRawPath();
        request.uri(URI.create(server + path)).timeout(Duration.ofSeconds(30));
        if (traceparent != null) {
            request.header("traceparent", traceparent);
        }
        return via.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private static String context(String trace) {
        return "00-" + trace + "-" + PARENT + "-01";
    }

    /** Waits for the span of the server, which ends last. */
    private static List<Span> awaited(String trace, String server) {
        return Awaitility.await(server)
                .atMost(Duration.ofSeconds(20))
                .until(
                        () -> collector.trace(trace),
                        spans -> spans.stream().anyMatch(span -> span.getName().equals(server)));
    }

    private static void assertConnected(List<Span> spans) {
        Set<String> ids = spans.stream().map(span -> hex(span.getSpanId())).collect(Collectors.toSet());
        assertThat(spans).allSatisfy(span -> {
            String parent = hex(span.getParentSpanId());
            assertThat(parent.equals(PARENT) || ids.contains(parent)).isTrue();
        });
    }

    private static Span named(List<Span> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }
}
