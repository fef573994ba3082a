package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.subresource.ReleasePods;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.PodUsage;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.ReleaseMetrics;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Shows the processors and the memory that the pods of each Application use. The name of such an object is that of the
 * Application and its resource, such as {@code cart.redises.apps.example.com}. A user sees those of the Applications that
 * the user may get.
 *
 * @param store the store of the Applications
 */
public record ApplicationUsage(
        Supplier<KindRegistry> registry,
        ApplicationStore store,
        Authorizer authorizer,
        ReleasePods pods,
        ReleaseMetrics metrics)
        implements ComputedView {

    /** An Application that can have pods. */
    private record Subject(ApplicationKind kind, NamespacedName name) {
        /** @param kinds the kinds by their resource */
        static Optional<Subject> of(Map<String, ApplicationKind> kinds, NamespacedName name) {
            int dot = name.name().indexOf('.');
            return dot < 0
                    ? Optional.empty()
                    : Optional.ofNullable(kinds.get(name.name().substring(dot + 1)))
                            .map(kind -> new Subject(
                                    kind,
                                    new NamespacedName(
                                            name.namespace(), name.name().substring(0, dot))));
        }

        static Map<String, ApplicationKind> byResource(KindRegistry registry) {
            return kinds(registry).stream()
                    .collect(Collectors.toMap(kind -> kind.groupResource().toString(), Function.identity()));
        }

        static List<ApplicationKind> kinds(KindRegistry registry) {
            return registry.kinds().stream()
                    .filter(ApplicationKind::hasReleases)
                    .toList();
        }
    }

    @Override
    public Reading reading(UserInfo user) {
        return new OneReading(new UserRights(user, authorizer), Subject.byResource(registry.get()));
    }

    /** Asks about all objects of a kind in a namespace first, and about single ones only if the answer is no. */
    private final class OneReading implements Reading {
        private final UserRights rights;
        private final Map<String, ApplicationKind> kinds;
        private final Map<String, Boolean> collections = new HashMap<>();
        private final Map<String, Optional<Map<String, PodUsage>>> usage = new HashMap<>();
        private int questions;

        OneReading(UserRights rights, Map<String, ApplicationKind> kinds) {
            this.rights = rights;
            this.kinds = kinds;
        }

        @Override
        public boolean mayRead(NamespacedName name) {
            return Subject.of(kinds, name).map(this::mayGet).orElse(false);
        }

        private boolean mayGet(Subject subject) {
            String namespace = subject.name().namespace();
            return collections.computeIfAbsent(
                            subject.kind().groupResource() + "/" + namespace,
                            _ -> mayGet(subject.kind(), new NamespacedName(namespace, "")))
                    || mayGet(subject.kind(), subject.name());
        }

        private boolean mayGet(ApplicationKind kind, NamespacedName name) {
            questions++;
            return rights.may("get", kind, name);
        }

        @Override
        public int questions() {
            return questions;
        }

        @Override
        public Application computed(ObjectMeta object) {
            return new Application(
                    ComputedKinds.APPLICATION_METRICS.gvk(),
                    object,
                    null,
                    status(
                            Subject.of(kinds, object.namespacedName()).orElseThrow(),
                            usage.computeIfAbsent(object.namespace(), metrics::of)));
        }
    }

    @Override
    public List<ObjectMeta> all(String namespace) {
        List<ObjectMeta> all = new ArrayList<>();
        for (ApplicationKind kind : Subject.kinds(registry.get())) {
            store.list(kind, ListRequest.all(namespace))
                    .items()
                    .forEach(object -> all.add(metadata(object.namespacedName(), kind, object.labels())));
        }
        return all;
    }

    @Override
    public Optional<ObjectMeta> find(NamespacedName name) {
        return Subject.of(Subject.byResource(registry.get()), name)
                .flatMap(subject -> store.find(subject.kind(), subject.name())
                        .map(found -> metadata(
                                subject.name(), subject.kind(), found.metadata().labels())));
    }

    private static ObjectMeta metadata(NamespacedName name, ApplicationKind kind, Map<String, String> labels) {
        return ObjectMeta.of(name.namespace(), name.name() + "." + kind.groupResource()).toBuilder()
                .labels(labels)
                .build();
    }

    private JsonObject status(Subject subject, Optional<Map<String, PodUsage>> usage) {
        JsonObject.Builder status = JsonObject.builder()
                .put(
                        "application",
                        JsonObject.builder()
                                .put("group", subject.kind().group())
                                .put("kind", subject.kind().names().kind())
                                .put("name", subject.name().name())
                                .build());
        if (usage.isEmpty()) {
            return status.put("message", "the cluster has no metrics of pods").build();
        }
        List<JsonObject> owned;
        try {
            owned = pods.of(subject.kind(), subject.name());
        } catch (ApiException e) {
            // An object without a release has no pods. A list must not fail because of it.
            if (e.error() instanceof ApiError.NotFound || e.error() instanceof ApiError.Conflict) {
                return status.put("message", Status.of(e.error()).message()).build();
            }
            throw e;
        }
        return status.putAll(PodUsage.sum(
                        owned.stream()
                                .map(pod -> pod.objectOrEmpty("metadata").stringOrEmpty("name"))
                                .toList(),
                        usage.get()))
                .build();
    }
}
