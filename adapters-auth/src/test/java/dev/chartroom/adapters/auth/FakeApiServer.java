package dev.chartroom.adapters.auth;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The part of a kube-apiserver that delegated authentication and authorization use, over plain HTTP on loopback. */
public final class FakeApiServer implements AutoCloseable {
    private static final Map<String, String> KINDS = Map.of(
            "/apis/authentication.k8s.io/v1/tokenreviews", "TokenReview",
            "/apis/authorization.k8s.io/v1/subjectaccessreviews", "SubjectAccessReview");

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final FakeConfigMaps configMaps = new FakeConfigMaps();
    private final List<JsonObject> reviews = new CopyOnWriteArrayList<>();
    private final List<String> auditIds = new CopyOnWriteArrayList<>();
    private volatile Function<JsonObject, Answer> reviewer = _ -> Answer.failure(501);

    /** A response. */
    public record Answer(int code, String body, Map<String, String> headers) {

        /** Returns a review with this status, given as JSON. */
        public static Answer status(String status) {
            return new Answer(201, "{\"metadata\":{},\"status\":" + status + ",\"addedLater\":{}}", Map.of());
        }

        public static Answer failure(int code) {
            return new Answer(
                    code,
                    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + code + "}",
                    Map.of());
        }

        public Answer with(String header, String value) {
            return new Answer(code, body, Map.of(header, value));
        }
    }

    private FakeApiServer(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(executor);
        KINDS.keySet().forEach(path -> server.createContext(path, this::review));
        server.createContext("/api/v1/namespaces/kube-system/configmaps", configMaps::serve);
        server.createContext(FakeConfigMaps.ELSEWHERE, configMaps::serve);
        server.start();
    }

    public static FakeApiServer start() throws IOException {
        return new FakeApiServer(0);
    }

    public FakeConfigMaps configMaps() {
        return configMaps;
    }

    /** Returns a new client, as bootstrap passes it. */
    public KubernetesHttp http() {
        return httpOf(server.getAddress().getPort());
    }

    public static KubernetesHttp httpOf(int port) {
        ApiClient client = new ApiClient();
        client.setBasePath("http://127.0.0.1:" + port);
        return new KubernetesHttp(client);
    }

    /** Answers every review with a function of the posted review. */
    public void answerReviews(Function<JsonObject, Answer> answers) {
        this.reviewer = answers;
    }

    /** Answers the next reviews in this order. */
    public void answerReviews(Answer... answers) {
        Iterator<Answer> next = Arrays.asList(answers).iterator();
        this.reviewer = _ -> next.hasNext() ? next.next() : Answer.failure(501);
    }

    /** Returns every posted review. */
    public List<JsonObject> reviews() {
        return reviews;
    }

    /** Returns the audit ID of every posted review. */
    public List<String> auditIds() {
        return auditIds;
    }

    @Override
    public void close() {
        configMaps.endWatches();
        server.stop(0);
        executor.close();
    }

    private void review(HttpExchange exchange) throws IOException {
        JsonObject review = JsonParser.parseString(
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
                .getAsJsonObject();
        reviews.add(review);
        auditIds.addAll(exchange.getRequestHeaders().getOrDefault("Audit-Id", List.of("none")));
        String kind = KINDS.get(exchange.getRequestURI().getPath());
        boolean valid = exchange.getRequestMethod().equals("POST")
                && review.get("kind").getAsString().equals(kind)
                && exchange.getRequestURI()
                        .getPath()
                        .startsWith("/apis/" + review.get("apiVersion").getAsString() + "/");
        send(exchange, valid ? reviewer.apply(review) : Answer.failure(400));
    }

    static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.code(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
