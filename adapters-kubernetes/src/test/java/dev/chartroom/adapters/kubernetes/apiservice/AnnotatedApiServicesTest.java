package dev.chartroom.adapters.kubernetes.apiservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.log.RecordedLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AnnotatedApiServicesTest {
    private static final GroupVersion APPS = new GroupVersion("apps.example.com", "v1");
    private static final GroupVersion OTHER = new GroupVersion("other.example.com", "v1");
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices/";

    private static final String TARGET = "{\"name\":\"chartroom\",\"namespace\":\"own\"}";
    private static final NamespacedName SERVICE = new NamespacedName("own", "chartroom");

    private final FakeApiServer server = new FakeApiServer();
    private final AnnotatedApiServices services =
            AnnotatedApiServices.start(server.http(), new JacksonCodec(), Duration.ofMillis(1));

    @AfterEach
    void stop() {
        services.close();
        server.close();
    }

    @Test
    void announceUpdatesOnlyTheAnnotation() {
        server.answer(200, service("\"other\":\"stays\",\"chartroom.dev/served\":\"old\""))
                .answer(200, "{}");

        services.announce(Map.of(APPS, "new"));

        await().until(() -> server.received().size() == 2);
        assertThat(requests())
                .containsExactly("GET " + PATH + "v1.apps.example.com", "PUT " + PATH + "v1.apps.example.com");
        assertThat(server.received().getLast().json())
                .isEqualTo(TestJson.object(service("\"other\":\"stays\",\"chartroom.dev/served\":\"new\"")));
    }

    @Test
    void equalAnnotationIsNotWrittenAgain() {
        server.answer(200, service("\"chartroom.dev/served\":\"one\""))
                .answer(200, service(""))
                .answer(200, "{}");

        services.announce(Map.of(APPS, "one"));
        await().until(() -> server.received().size() == 1);
        services.announce(Map.of(APPS, "one", OTHER, "two"));

        await().until(() -> server.received().size() == 3);
        assertThat(requests())
                .containsExactly(
                        "GET " + PATH + "v1.apps.example.com",
                        "GET " + PATH + "v1.other.example.com",
                        "PUT " + PATH + "v1.other.example.com");
    }

    @Test
    void caBundleIsWrittenAndCorrected() {
        String right = "\"caBundle\":\"Y2E=\",";
        server.answer(200, service("", ""))
                .answer(200, "{}")
                .answer(200, service("\"chartroom.dev/served\":\"one\"", right))
                .answer(200, service("\"chartroom.dev/served\":\"one\"", "\"caBundle\":\"b3RoZXI=\","))
                .answer(200, "{}");

        services.trust(SERVICE, "ca");
        services.announce(Map.of(APPS, "one"));
        await().until(() -> server.received().size() == 2);
        assertThat(server.received().getLast().json())
                .isEqualTo(TestJson.object(service("\"chartroom.dev/served\":\"one\"", right)));
        assertThat(server.received().getLast().query()).containsEntry("fieldManager", "chartroom");

        services.trust(SERVICE, "ca");
        await().until(() -> server.received().size() == 3);
        services.trust(SERVICE, "ca");
        await().until(() -> server.received().size() == 5);
        assertThat(server.received().getLast().body()).contains("\"caBundle\":\"Y2E=\"");
    }

    /** During a rollout, replicas serve different content. */
    @Test
    void checkOfTheCaBundleLeavesTheAnnotationOfAnotherReplicaAlone() {
        String right = "\"caBundle\":\"Y2E=\",";
        server.answer(200, service("\"chartroom.dev/served\":\"one\"", right));
        services.trust(SERVICE, "ca");
        services.announce(Map.of(APPS, "one"));
        await().until(() -> server.received().size() == 1);

        server.answer(200, service("\"chartroom.dev/served\":\"another\"", right));
        services.trust(SERVICE, "ca");
        await().until(() -> server.received().size() == 2);
        server.answer(200, service("\"chartroom.dev/served\":\"another\"", "")).answer(200, "{}");
        services.trust(SERVICE, "ca");

        await().until(() -> server.received().size() == 4);
        assertThat(requests()).filteredOn(request -> request.startsWith("PUT")).hasSize(1);
        assertThat(server.received().getLast().json())
                .isEqualTo(TestJson.object(service("\"chartroom.dev/served\":\"another\"", right)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"insecureSkipTLSVerify\":true,", "\"service\":{\"name\":\"other\",\"namespace\":\"own\"},"})
    void caBundleOfAnUnverifiedOrOtherServiceIsLeftAlone(String spec) {
        String found = service("\"chartroom.dev/served\":\"one\"", spec);
        server.answer(200, spec.startsWith("\"service") ? found.replace(",\"service\":" + TARGET, "") : found);

        services.trust(SERVICE, "ca");
        services.announce(Map.of(APPS, "one"));
        await().until(() -> server.received().size() == 1);
        server.answer(200, service("", "")).answer(200, "{}");
        services.announce(Map.of(OTHER, "two", APPS, "one"));

        await().until(() -> server.received().size() == 3);
        assertThat(requests()).filteredOn(request -> request.startsWith("PUT")).hasSize(1);
    }

    @Test
    void unservedGroupVersionGetsThePlaceholderValue() {
        server.answer(200, service(""))
                .answer(200, "{}")
                .answer(200, service(""))
                .answer(200, "{}");

        services.announce(Map.of(APPS, "one"));
        await().until(() -> server.received().size() == 2);
        services.announce(Map.of());

        await().until(() -> server.received().size() == 4);
        assertThat(server.received().getLast().body()).contains("\"chartroom.dev/served\":\"nothing\"");
    }

    @Test
    void conflictIsRetried() {
        server.answer(200, service(""))
                .answer(409, "{}")
                .answer(200, service("\"chartroom.dev/served\":\"meanwhile\""))
                .answer(200, "{}");

        services.announce(Map.of(APPS, "one"));

        await().until(() -> server.received().size() == 4);
        assertThat(server.received().getLast().body()).contains("\"chartroom.dev/served\":\"one\"");
    }

    /** Covers an APIService without a service reference, a missing one and a forbidden one. None is requested again. */
    @Test
    void apiServiceThatIsLocalMissingOrForbiddenIsLeftAlone() {
        for (String answer : new String[] {"{\"spec\":{},\"metadata\":{}}", "", "forbidden"}) {
            int before = server.received().size();
            server.answer(
                    answer.isEmpty() ? 404 : answer.equals("forbidden") ? 403 : 200, answer.isEmpty() ? "{}" : answer);
            services.announce(Map.of(APPS, "after " + before));
            await().until(() -> server.received().size() == before + 1);
        }
        server.answer(200, service("")).answer(200, "{}");
        services.announce(Map.of(OTHER, "two"));

        await().until(() -> server.received().size() >= 5);
        assertThat(requests()).filteredOn(request -> request.startsWith("PUT")).hasSize(1);
    }

    @Test
    void warningNamesEachForbiddenApiServiceOnce() {
        RecordedLog log = new RecordedLog(LogRecord::getMessage);
        log.setLevel(Level.WARNING);
        Logger logger = Logger.getLogger(AnnotatedApiServices.class.getName());
        logger.addHandler(log);
        try {
            server.answer(403, "{}").answer(403, "{}");
            services.announce(Map.of(APPS, "one", OTHER, "one"));
            await().until(() -> log.lines().size() == 1);

            server.answer(403, "{}").answer(403, "{}").answer(403, "{}");
            services.announce(Map.of(APPS, "two", OTHER, "two", new GroupVersion("third.example.com", "v1"), "one"));
            await().until(() -> log.lines().size() == 2);
        } finally {
            logger.removeHandler(log);
        }
        assertThat(log.lines().stream()
                        .map(line -> line.substring(line.indexOf(": ") + 2))
                        .toList())
                .containsExactly("v1.apps.example.com, v1.other.example.com", "v1.third.example.com");
    }

    private List<String> requests() {
        return server.received().stream()
                .map(received -> received.method() + " " + received.path())
                .toList();
    }

    private static String service(String annotations) {
        return service(annotations, "");
    }

    private static String service(String annotations, String spec) {
        return """
                {"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService",
                 "metadata":{"name":"v1.apps.example.com","resourceVersion":"7","annotations":{%s}},
                 "spec":{%s"group":"apps.example.com","version":"v1","service":%s}}""".formatted(annotations, spec, TARGET);
    }
}
