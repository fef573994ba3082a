package dev.chartroom.conformance;

import dev.chartroom.conformance.cases.Received;
import dev.chartroom.conformance.cases.Transport;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers requests from a table. The last answer that was given for a request counts; without one, it is a 404. */
public final class FakeCluster implements Transport {
    private record Answer(int code, String body) {}

    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());

    /** @param request the method and the path, such as {@code GET /apis/g} */
    public FakeCluster with(String request, int code, String body) {
        answers.put(request, new Answer(code, body));
        return this;
    }

    public List<String> sent() {
        return List.copyOf(sent);
    }

    @Override
    public Received send(
            String method, String path, Map<String, String> headers, byte @Nullable [] body, Duration limit) {
        sent.add(method + " " + path);
        Answer answer =
                answers.getOrDefault(method + " " + path, new Answer(404, "{\"message\":\"" + path + " is missing\"}"));
        return new Received(
                answer.code(),
                HttpHeaders.of(Map.of("Content-Type", List.of("application/json")), (_, _) -> true),
                answer.body().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {}
}
