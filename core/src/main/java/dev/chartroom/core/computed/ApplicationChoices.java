package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.StorageClass;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.FieldOptions;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.kind.StorageClasses;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the values that a form may offer for fields of a kind. The name of such an object is the resource of the kind, such
 * as {@code redises.apps.example.com}. Users see those of the kinds that they may create or get in the namespace. For each
 * source of values, they need the right to list it, because the server reads the values with its own rights.
 *
 * @param store the store of the Applications
 */
public record ApplicationChoices(
        Supplier<KindRegistry> registry, ApplicationStore store, Authorizer authorizer, StorageClasses storageClasses)
        implements ComputedView {
    /** The most choices for a field. */
    static final int MOST_CHOICES = 200;

    @Override
    public Reading reading(UserInfo user) {
        return new OneReading(new UserRights(user, authorizer), kinds());
    }

    @Override
    public List<ObjectMeta> all(String namespace) {
        if (namespace.isEmpty()) {
            throw new ApiException(ApiError.badRequest(
                    "ApplicationOptions differ between namespaces, so list those of one namespace"));
        }
        return kinds().keySet().stream()
                .map(name -> ObjectMeta.of(namespace, name))
                .toList();
    }

    @Override
    public Optional<ObjectMeta> find(NamespacedName name) {
        return kinds().containsKey(name.name())
                ? Optional.of(ObjectMeta.of(name.namespace(), name.name()))
                : Optional.empty();
    }

    /** Returns the kinds with options, by their resource. */
    private Map<String, ApplicationKind> kinds() {
        return registry.get().kinds().stream()
                .filter(kind -> !kind.stored().form().options().isEmpty())
                .collect(Collectors.toMap(kind -> kind.groupResource().toString(), Function.identity()));
    }

    private final class OneReading implements Reading {
        private final UserRights rights;
        private final Map<String, ApplicationKind> kinds;
        /** The answers of this request, because many fields have the same source. */
        private final Map<String, JsonObject> choices = new HashMap<>();

        private int questions;

        OneReading(UserRights rights, Map<String, ApplicationKind> kinds) {
            this.rights = rights;
            this.kinds = kinds;
        }

        @Override
        public boolean mayRead(NamespacedName name) {
            ApplicationKind kind = kinds.get(name.name());
            return kind != null && (may("create", kind, name.namespace()) || may("get", kind, name.namespace()));
        }

        private boolean may(String verb, ApplicationKind kind, String namespace) {
            questions++;
            return rights.may(verb, kind, new NamespacedName(namespace, ""));
        }

        @Override
        public int questions() {
            return questions;
        }

        @Override
        public Application computed(ObjectMeta object) {
            ApplicationKind kind = Objects.requireNonNull(kinds.get(object.name()));
            List<JsonValue> fields = kind.stored().form().options().stream()
                    .<JsonValue>map(field -> shown(field, object.namespace()))
                    .toList();
            return new Application(
                    ComputedKinds.APPLICATION_OPTIONS.gvk(),
                    object,
                    null,
                    JsonObject.builder()
                            .put("kind", kind.names().kind())
                            .put("fields", new JsonArray(fields))
                            .build());
        }

        private JsonObject shown(FieldOptions field, String namespace) {
            return JsonObject.builder()
                    .put("path", field.path())
                    .put("source", field.source().toString())
                    .putIfPresent("resource", field.resource())
                    .putAll(choices.computeIfAbsent(
                            field.source() + " " + field.resource(), _ -> switch (field.source()) {
                                case STORAGE_CLASSES -> ofStorageClasses(namespace);
                                case APPLICATIONS -> ofApplications(field.resource(), namespace);
                            }))
                    .build();
        }

        private JsonObject ofStorageClasses(String namespace) {
            questions += 2;
            if (!rights.mayListStorageClasses(namespace)) {
                return message("you may not list storage classes");
            }
            // One more than the most, to know whether there are more.
            return storageClasses
                    .list(MOST_CHOICES + 1)
                    .map(classes -> choices(classes.stream().map(OneReading::choice), classes.size() > MOST_CHOICES))
                    .orElseGet(() -> message("the server may not list storage classes"));
        }

        private static JsonValue choice(StorageClass storageClass) {
            JsonObject.Builder choice = JsonObject.builder().put("value", storageClass.name());
            return storageClass.isDefault() ? choice.put("default", true).build() : choice.build();
        }

        private JsonObject ofApplications(String resource, String namespace) {
            ApplicationKind kind = served(resource);
            if (kind == null) {
                return message(resource + " is not served");
            }
            if (!may("list", kind, namespace)) {
                return message("you may not list " + resource);
            }
            ApplicationPage page = store.list(kind, ListRequest.all(namespace).withLimit(MOST_CHOICES));
            return choices(
                    page.items().stream()
                            .<JsonValue>map(item -> JsonObject.builder()
                                    .put("value", item.namespacedName().name())
                                    .build()),
                    !page.continueToken().isEmpty());
        }

        private @Nullable ApplicationKind served(String resource) {
            return registry.get().kinds().stream()
                    .filter(kind -> kind.groupResource().toString().equals(resource))
                    .findFirst()
                    .orElse(null);
        }

        private static JsonObject message(String sentence) {
            return JsonObject.builder().put("message", sentence).build();
        }

        private static JsonObject choices(Stream<JsonValue> all, boolean isCut) {
            JsonObject.Builder choices = JsonObject.builder()
                    .put("choices", new JsonArray(all.limit(MOST_CHOICES).toList()));
            return isCut
                    ? choices.put("message", "there are more than " + MOST_CHOICES)
                            .build()
                    : choices.build();
        }
    }
}
