package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests every route, and many that do not exist, with every method. No response may redirect, be a server error or
 * reveal internals. The aggregator refuses redirects, and a client would follow them with its credentials
 * (CVE-2022-3172).
 */
class CrawlTest extends ApiTest {
    private static final List<String> VARIANTS = List.of(
            "%s",
            "%s/",
            "/%s",
            "%s//",
            "%s/.",
            "%s/../..",
            "%s%%2F..",
            "%s%%00",
            "%s;a=b",
            "%s?watch=1&timeoutSeconds=1&resourceVersion=0",
            "%s?limit=-1&continue=x&resourceVersion=x",
            "%s?fieldSelector=%%ff&labelSelector=%%3D%%3D",
            "%s?dryRun=All&pretty=true&timeout=1s");

    @BeforeEach
    void create() {
        created("seen", "{}");
    }

    @ParameterizedTest
    @Timeout(120)
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"})
    void everyResponseIsFreeOfRedirectsFailuresAndInternals(String method) {
        List<String> bad = new ArrayList<>();
        int asked = 0;
        for (String route : routes()) {
            for (String variant : VARIANTS) {
                String path = variant.formatted(route);
                for (String accept : List.of("application/json", "text/html", "application/yaml")) {
                    TestResponse answer = server.send(
                            method, path, body(method), "Accept", accept, "Content-Type", "application/json");
                    asked++;
                    if (!isDecent(method, answer)) {
                        bad.add(method + " " + path + " " + accept + ": " + answer.code() + " " + answer.text());
                    }
                }
            }
        }
        assertThat(bad).isEmpty();
        assertThat(asked).isGreaterThan(700);
    }

    private List<String> routes() {
        return List.of(
                "/",
                "/api",
                "/api/v1",
                "/apis",
                ROOT.substring(0, ROOT.lastIndexOf('/')),
                ROOT,
                ROOT + "/redises",
                collection(),
                path("seen"),
                path("seen") + "/status",
                path("seen") + "/scale",
                path("absent"),
                ROOT + "/namespaces/" + namespace,
                ROOT + "/namespaces/" + namespace + "/unknowns",
                "/apis/unknown.example.com/v1/things",
                "/openapi/v2",
                "/openapi/v3",
                "/openapi/v3" + ROOT,
                "/healthz",
                "/livez/ping",
                "/readyz",
                "/version",
                "/metrics",
                "/index.html",
                "/swagger-2.0.0.pb-v1");
    }

    private static boolean isDecent(String method, TestResponse answer) {
        String text = answer.text();
        boolean told = method.equals("HEAD")
                || answer.code() < 400
                || text.equals("404 page not found\n")
                || text.contains("Status")
                || text.startsWith("internal server error: ");
        return answer.code() >= 200
                && answer.code() / 100 != 3
                && answer.code() < 500
                && told
                && !answer.header("Content-Type").contains("html")
                && !text.contains("<html")
                && !text.contains("Exception")
                && !text.contains("\tat ")
                && answer.header("Location").isEmpty();
    }

    private static String body(String method) {
        return switch (method) {
            case "POST", "PUT", "PATCH" -> "{}";
            default -> "";
        };
    }
}
