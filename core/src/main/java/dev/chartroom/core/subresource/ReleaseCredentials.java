package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.ClusterObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Shows the Secrets that the definition names, in the namespace of the object. Such a Secret must stand in the manifest of
 * the release and belong to it, or an object of the manifest must own it. Of a Secret in the manifest, shows only the keys
 * that the chart rendered: Flux lets a release take over an existing Secret, and the other keys in it can belong to its
 * former owner. The right on the subresource is the right to see them. As a table, only the keys are shown.
 */
public record ReleaseCredentials(OwnObjects objects) implements ApplicationView {
    private static final GroupVersion CORE = new GroupVersion("", "v1");

    /** The types of Secrets that no program makes for users. */
    private static final Set<String> HIDDEN_TYPES = Set.of("kubernetes.io/service-account-token", "helm.sh/release.v1");

    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Secret", "string", "name", "Name of the Secret.", 0),
            new TableColumn("Key", "string", "", "Key of a value in the Secret.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        List<JsonValue> secrets = new ArrayList<>();
        List<List<JsonValue>> rows = new ArrayList<>();
        CredentialRules rules = kind.subresources().credentials();
        for (OwnObjects.Own own : objects.of(kind, name, rules::concern)) {
            for (Shown secret : shown(own, rules, name.namespace())) {
                secrets.add(JsonObject.builder()
                        .put("name", secret.name())
                        .put("type", secret.type())
                        .put("data", secret.data())
                        .build());
                secret.data()
                        .names()
                        .forEach(key -> rows.add(List.of(new JsonString(secret.name()), new JsonString(key))));
            }
        }
        return new ViewedApplication(
                RecordedRelease.content(Subresource.CREDENTIALS, kind, name)
                        .put("secrets", new JsonArray(secrets))
                        .build(),
                COLUMNS,
                rows);
    }

    /** Returns the current values of the keys in the manifest. */
    private static JsonObject rendered(OwnObjects.Own own) {
        JsonObject.Builder data = JsonObject.builder();
        own.live().objectOrEmpty("data").members().forEach((key, value) -> {
            if (own.manifest().objectOrEmpty("data").has(key)
                    || own.manifest().objectOrEmpty("stringData").has(key)) {
                data.put(key, value);
            }
        });
        return data.build();
    }

    private record Shown(String name, String type, JsonObject data) {
        static Shown of(JsonObject secret, JsonObject data) {
            return new Shown(
                    secret.objectOrEmpty("metadata").stringOrEmpty("name"), secret.stringOrEmpty("type"), data);
        }
    }

    private List<Shown> shown(OwnObjects.Own own, CredentialRules rules, String namespace) {
        String kind = own.live().stringOrEmpty("kind");
        if (kind.equals("Secret")) {
            return List.of(Shown.of(own.live(), rendered(own)));
        }
        String name = own.live().objectOrEmpty("metadata").stringOrEmpty("name");
        return rules.owned().stream()
                .filter(each -> each.kind().equals(kind))
                .map(each -> secret(namespace, each.of(name)))
                .flatMap(Optional::stream)
                .filter(secret -> isOwnedBy(own.live(), secret) && !HIDDEN_TYPES.contains(secret.stringOrEmpty("type")))
                .map(secret -> Shown.of(secret, secret.objectOrEmpty("data")))
                .toList();
    }

    private Optional<JsonObject> secret(String namespace, String name) {
        return switch (objects.objects().get(CORE, "secrets", namespace, name)) {
            case ClusterObjects.Result.Found(JsonObject secret) -> Optional.of(secret);
            case ClusterObjects.Result.Missing() -> Optional.empty();
            case ClusterObjects.Result.Unreadable() ->
                throw new ApiException(ApiError.internal("the server has no permission to get secrets"));
        };
    }

    /** Returns whether an object is the controller of a Secret. A user could write a reference to another owner. */
    private static boolean isOwnedBy(JsonObject owner, JsonObject secret) {
        String uid = owner.objectOrEmpty("metadata").stringOrEmpty("uid");
        return !uid.isEmpty()
                && secret.objectOrEmpty("metadata").arrayOrEmpty("ownerReferences").objects().stream()
                        .anyMatch(reference -> reference.isTrue("controller")
                                && reference.stringOrEmpty("uid").equals(uid));
    }
}
