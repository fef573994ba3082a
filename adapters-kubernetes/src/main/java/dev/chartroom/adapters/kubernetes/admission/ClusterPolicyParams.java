package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.adapters.kubernetes.client.Answer;
import dev.chartroom.adapters.kubernetes.client.FollowedResource;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The objects that policies are parametrised with: each kind that is used is followed by a watch. */
final class ClusterPolicyParams implements PolicyParams, AutoCloseable {
    private static final long LOAD_SECONDS = 1;
    /** How long a kind that cannot be followed is not looked for again. */
    private static final Duration FAILURE = Duration.ofSeconds(5);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Clock clock;
    private final Map<ParamKind, Followed> followed = new ConcurrentHashMap<>();
    private final Map<ParamKind, Failure> failures = new ConcurrentHashMap<>();
    private final ReentrantLock starting = new ReentrantLock();

    private record Failure(String message, Instant at) {}

    ClusterPolicyParams(KubernetesHttp http, JsonCodec codec, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    /** Follows these kinds from now on, and no others. */
    void use(Set<ParamKind> kinds) {
        starting.lock();
        try {
            followed.forEach((kind, params) -> {
                if (!kinds.contains(kind)) {
                    params.resource.close();
                }
            });
            followed.keySet().retainAll(kinds);
            failures.keySet().retainAll(kinds);
            kinds.stream().filter(kind -> !followed.containsKey(kind)).forEach(this::start);
        } finally {
            starting.unlock();
        }
    }

    @Override
    public Params of(ParamKind kind) {
        Followed known = followed.get(kind);
        Failure failure = failures.get(kind);
        if (known == null && (failure == null || failure.at.plus(FAILURE).isBefore(clock.instant()))) {
            known = started(kind);
        }
        if (known == null) {
            Failure last = failures.get(kind);
            throw new IllegalArgumentException(last == null ? "paramKind kind `" + kind + "` not known" : last.message);
        }
        return known;
    }

    @Override
    public void close() {
        use(Set.of());
    }

    /** One request looks for it; others that come meanwhile do not wait. */
    private @Nullable Followed started(ParamKind kind) {
        if (starting.tryLock()) {
            try {
                start(kind);
            } finally {
                starting.unlock();
            }
        }
        return followed.get(kind);
    }

    private void start(ParamKind kind) {
        try {
            if (!followed.containsKey(kind)) {
                followed.put(kind, follow(kind));
            }
            failures.remove(kind);
        } catch (IllegalArgumentException e) {
            failures.put(kind, new Failure(String.valueOf(e.getMessage()), clock.instant()));
        }
    }

    private Followed follow(ParamKind kind) {
        String groupVersion = (kind.apiVersion().contains("/") ? "/apis/" : "/api/") + kind.apiVersion();
        JsonObject resource = discovered(groupVersion).arrayOrEmpty("resources").objects().stream()
                .filter(each -> each.stringOrEmpty("kind").equals(kind.kind()))
                .filter(each -> !each.stringOrEmpty("name").contains("/"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "failed to find resource referenced by paramKind: '" + kind + "'"));
        CountDownLatch loaded = new CountDownLatch(1);
        return new Followed(
                kind,
                FollowedResource.start(
                        http, codec, groupVersion + "/" + resource.stringOrEmpty("name"), loaded::countDown),
                resource.isTrue("namespaced"),
                loaded);
    }

    private JsonObject discovered(String groupVersion) {
        try {
            Answer answer = http.get(groupVersion, new Query());
            return answer.isSuccess() && codec.parse(answer.body()) instanceof JsonObject resources
                    ? resources
                    : JsonObject.EMPTY;
        } catch (ApiException e) {
            RequestDeadline.current().check();
            throw new IllegalArgumentException(Status.of(e.error()).message(), e);
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
                    .filter(object -> selector.matches(
                            metadata(object).objectOrEmpty("labels").strings()))
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
    }
}
