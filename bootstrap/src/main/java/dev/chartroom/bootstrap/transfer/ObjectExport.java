package dev.chartroom.bootstrap.transfer;

import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes all objects of an API group, one YAML document each. All pages of a resource come from the same state. */
public final class ObjectExport {
    private static final String PAGE = "500";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final PrintWriter out;
    private final Progress progress;
    private long total;

    /** @param codec decodes the answers of servers. An answer may be nested deeper than a client's request may be */
    public ObjectExport(KubernetesHttp http, JsonCodec codec, PrintWriter out) {
        this(http, codec, out, (_, _) -> {});
    }

    /** @param progress receives the number of written objects after each page */
    public ObjectExport(KubernetesHttp http, JsonCodec codec, PrintWriter out, Progress progress) {
        this.progress = progress;
        this.http = http;
        this.codec = codec;
        this.out = out;
    }

    /**
     * Writes the objects of a group in its preferred version.
     *
     * @param namespace empty for all
     * @return the number of objects
     * @throws ConfigException if the server does not serve the group, or rejects a request
     */
    public long write(String group, String namespace) {
        String version = get("/apis/" + group, new Query())
                .objectOrEmpty("preferredVersion")
                .stringOrEmpty("groupVersion");
        String path = "/apis/" + version;
        long written = 0;
        for (JsonObject resource :
                get(path, new Query()).arrayOrEmpty("resources").objects()) {
            String name = resource.stringOrEmpty("name");
            if (resource.arrayOrEmpty("verbs").strings().contains("list") && !name.contains("/")) {
                written += list(path + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + name);
            }
        }
        return written;
    }

    private long list(String path) {
        long written = 0;
        String token = "";
        do {
            JsonObject page = get(path, new Query().with("limit", PAGE).with("continue", token));
            List<JsonObject> items = page.arrayOrEmpty("items").objects();
            items.forEach(this::document);
            written += items.size();
            total += items.size();
            progress.report(total, 0);
            token = page.objectOrEmpty("metadata").stringOrEmpty("continue");
        } while (!token.isEmpty());
        return written;
    }

    private void document(JsonObject object) {
        out.print("---\n");
        out.print(new String(YamlWriter.write(codec.encode(PlainObject.of(object))), StandardCharsets.UTF_8));
    }

    private JsonObject get(String path, Query query) {
        KubernetesResponse response = http.get(path, query);
        if (!response.isSuccess()) {
            throw new ConfigException(path + ": "
                    + RemoteStatus.of(response, codec)
                            .map(RemoteStatus::message)
                            .orElse("HTTP status " + response.code()));
        }
        return codec.parse(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }
}
