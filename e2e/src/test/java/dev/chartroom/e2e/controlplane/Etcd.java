package dev.chartroom.e2e.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The etcd of a kube-apiserver, accessed through its JSON gateway. Keys are in base64, as in the gateway.
 *
 * @param url the URL of the gateway, without a trailing slash
 */
public record Etcd(String url) {
    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]+)\"");
    /** etcd's limit of operations per transaction. */
    private static final int OPERATIONS = 128;

    /** Returns all keys of the kube-apiserver. */
    Set<String> keys() {
        String body = post("/v3/kv/range", """
                {"key":"%s","range_end":"%s","keys_only":true}
                """.formatted(base64("/registry/"), base64("/registry0")));
        return KEY.matcher(body).results().map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Deletes keys; the kube-apiserver and its clients observe it by their watches. */
    void delete(Collection<String> keys) {
        transactions(keys.stream()
                .map(key -> "{\"request_delete_range\":{\"key\":\"" + key + "\"}}")
                .toList());
    }

    private void transactions(List<String> operations) {
        for (int from = 0; from < operations.size(); from += OPERATIONS) {
            List<String> some = operations.subList(from, Math.min(operations.size(), from + OPERATIONS));
            post("/v3/kv/txn", "{\"success\":[" + String.join(",", some) + "]}");
        }
    }

    /**
     * Puts values beside the kube-apiserver, many times faster than through it. It and its clients observe them by their
     * watches.
     *
     * @param values by key; both as text
     */
    public void put(Map<String, String> values) {
        List<String> puts = values.entrySet().stream()
                .map(each -> "{\"request_put\":{\"key\":\"" + base64(each.getKey()) + "\",\"value\":\""
                        + base64(each.getValue()) + "\"}}")
                .toList();
        transactions(puts);
    }

    /** Compacts etcd: removes every state before a resource version. */
    void compact(String resourceVersion) {
        post("/v3/kv/compaction", "{\"revision\":\"" + resourceVersion + "\"}");
    }

    /** Makes etcd reject writes as if it were out of space, or accept them again. */
    public void outOfSpace(boolean isOut) {
        post(
                "/v3/maintenance/alarm",
                "{\"action\":\"" + (isOut ? "ACTIVATE" : "DEACTIVATE") + "\",\"alarm\":\"NOSPACE\"}");
    }

    private String post(String path, String body) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("etcd answers " + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String base64(String key) {
        return Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }
}
