package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.adapters.kubernetes.client.Answer;
import dev.chartroom.adapters.kubernetes.client.FollowedResource;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The objects that policies are parametrised with: each kind that is used is followed by a watch. */
public final class ClusterPolicyParams implements PolicyParams, AutoCloseable {
    private static final long LOAD_SECONDS = 1;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Map<ParamKind, Followed> followed = new ConcurrentHashMap<>();

    public ClusterPolicyParams(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
    }

    @Override
    public Params of(ParamKind kind) {
        Followed known = followed.get(kind);
        if (known != null) {
            return known;
        }
        // Not within computeIfAbsent: others would wait for that longer than they may.
        Discovered found = discover(kind);
        return followed.computeIfAbsent(kind, _ -> follow(kind, found));
    }

    @Override
    public void close() {
        followed.values().forEach(params -> params.resource.close());
    }

    /** Where the objects of a kind are. */
    private record Discovered(String path, boolean isNamespaced) {}

    private Discovered discover(ParamKind kind) {
        String groupVersion = (kind.apiVersion().contains("/") ? "/apis/" : "/api/") + kind.apiVersion();
        for (JsonValue value : discovered(groupVersion).arrayOrEmpty("resources")) {
            if (value instanceof JsonObject resource
                    && resource.stringOrEmpty("kind").equals(kind.kind())
                    && !resource.stringOrEmpty("name").contains("/")) {
                return new Discovered(
                        groupVersion + "/" + resource.stringOrEmpty("name"), resource.isTrue("namespaced"));
            }
        }
        throw new IllegalArgumentException("failed to find resource referenced by paramKind: '" + kind + "'");
    }

    private Followed follow(ParamKind kind, Discovered found) {
        CountDownLatch loaded = new CountDownLatch(1);
        return new Followed(
                kind,
                FollowedResource.start(http, codec, found.path(), loaded::countDown),
                found.isNamespaced(),
                loaded);
    }

    private JsonObject discovered(String groupVersion) {
        try {
            Answer answer = http.get(groupVersion, new Query());
            return answer.isSuccess() && codec.parse(answer.body()) instanceof JsonObject resources
                    ? resources
                    : JsonObject.EMPTY;
        } catch (ApiException _) {
            RequestDeadline.current().check();
            return JsonObject.EMPTY;
        }
    }

    private record Followed(ParamKind kind, FollowedResource resource, boolean isNamespaced, CountDownLatch loaded)
            implements Params {

        @Override
        public boolean isLoaded() {
            try {
                return loaded.await(LOAD_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public Optional<JsonObject> get(String namespace, String name) {
            return resource.find(new NamespacedName(namespace, name)).map(this::typed);
        }

        @Override
        public List<JsonObject> list(String namespace, LabelSelector selector) {
            return resource.in(namespace).stream()
                    .filter(object -> selector.matches(labels(object)))
                    .sorted(Comparator.comparing(object -> metadata(object).stringOrEmpty("name")))
                    .map(this::typed)
                    .toList();
        }

        private JsonObject typed(JsonObject object) {
            return JsonObject.builder()
                    .put("apiVersion", kind.apiVersion())
                    .put("kind", kind.kind())
                    .putAll(object)
                    .build();
        }

        private static JsonObject metadata(JsonObject object) {
            return object.objectOrEmpty("metadata");
        }

        private static Map<String, String> labels(JsonObject object) {
            Map<String, String> labels = new HashMap<>();
            metadata(object).objectOrEmpty("labels").members().forEach((label, value) -> {
                if (value instanceof JsonString(String text)) {
                    labels.put(label, text);
                }
            });
            return labels;
        }
    }
}
