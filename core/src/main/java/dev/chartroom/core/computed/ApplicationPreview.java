package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.FieldValidation;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.release.ChangedValues;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a user what an object would become: the outcome of a dry run that the user could make, what it would change, and
 * the release. A write that would be rejected is an answer, not an error.
 *
 * @param store the store of the previewed objects
 * @param writer writes to this store; the preview only makes dry runs
 * @param releases the releases; empty if the server has no access to releases
 */
public record ApplicationPreview(
        Supplier<KindRegistry> registry,
        ApplicationStore store,
        ApplicationWriter writer,
        Authorizer authorizer,
        Optional<ReleaseDirectory> releases)
        implements Review {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    @Override
    public JsonObject status(Application question, UserInfo user, WriteOptions options) {
        JsonObject object =
                question.spec() == null ? JsonObject.EMPTY : question.spec().objectOrEmpty("object");
        ApplicationKind kind = kind(question, object);
        String namespace = question.metadata().namespace();
        String name = object.objectOrEmpty("metadata").stringOrEmpty("name");
        NamespacedName key = new NamespacedName(namespace, name);
        UserRights rights = new UserRights(user, authorizer);
        boolean canExist = !name.isEmpty() && NameFormats.pathSegment(name).isEmpty();
        Optional<StoredApplication> live =
                canExist && rights.may("get", kind, key) ? store.find(kind, key) : Optional.empty();
        CollectedWarnings warnings = new CollectedWarnings();
        JsonObject.Builder status = JsonObject.builder();
        try {
            StoredApplication after = after(kind, key, object, live, rights, request(user, options, warnings));
            status.put("allowed", true)
                    .put("operation", operation(live))
                    .put("object", withoutManagedFields(after.shown().toJson()))
                    .putIfPresent("release", release(kind, after, live.isPresent(), rights))
                    .put("changes", new JsonArray(changes(kind, live, after)))
                    .put("costs", ShownCosts.of(kind, spec(after)));
        } catch (ApiException e) {
            Status error = Status.of(e.error());
            if (error.code() >= SERVER_ERROR || error.code() == TOO_MANY_REQUESTS) {
                throw e;
            }
            status.put("allowed", false).put("operation", operation(live)).put("error", error.toJson());
        }
        return status.put("warnings", JsonArray.ofStrings(warnings.all())).build();
    }

    private ApplicationKind kind(Application question, JsonObject object) {
        String apiVersion = object.stringOrEmpty("apiVersion");
        String kind = object.stringOrEmpty("kind");
        return registry.get().served().stream()
                .filter(served -> !served.isBuiltIn())
                .filter(served -> served.gvk().apiVersion().equals(apiVersion)
                        && served.names().kind().equals(kind))
                .findFirst()
                .orElseThrow(() -> new ApiException(new ApiError.Invalid(
                        question.gvk().groupKind(),
                        question.metadata().name(),
                        List.of(FieldError.invalid(
                                "spec.object.kind",
                                new JsonString(kind),
                                "this server has no kind " + kind + " in " + apiVersion)))));
    }

    private static String operation(Optional<StoredApplication> live) {
        return live.isPresent() ? "Update" : "Create";
    }

    private StoredApplication after(
            ApplicationKind kind,
            NamespacedName name,
            JsonObject object,
            Optional<StoredApplication> live,
            UserRights rights,
            WriteRequest request) {
        if (live.isEmpty()) {
            rights.require("create", kind, new NamespacedName(name.namespace(), ""));
            return writer.create(kind, name.namespace(), JsonDocument.ofJson(object, List.of()), request);
        }
        rights.require("update", kind, name);
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject versioned = metadata.stringOrEmpty("resourceVersion").isEmpty()
                ? object.with(
                        "metadata",
                        metadata.with(
                                "resourceVersion",
                                new JsonString(live.get().metadata().resourceVersion())))
                : object;
        return writer.update(kind, name, JsonDocument.ofJson(versioned, List.of()), request);
    }

    private static WriteRequest request(UserInfo user, WriteOptions options, CollectedWarnings warnings) {
        JsonObject given = JsonObject.builder()
                .put("dryRun", JsonArray.ofStrings(List.of("All")))
                .put("fieldManager", options.fieldManager())
                .build();
        return new WriteRequest(
                new WriteOptions(true, options.fieldManager()),
                FieldValidation.WARN,
                "",
                new AdmissionContext(user, given, warnings),
                () -> {});
    }

    /**
     * Returns the release after the write; null if there is none, or if the user may not get it. It can contain more than
     * the object shows, such as hidden values.
     */
    private @Nullable JsonObject release(
            ApplicationKind kind, StoredApplication after, boolean exists, UserRights rights) {
        ApplicationKind stored = kind.stored();
        NamespacedName name = after.metadata().namespacedName();
        if (!kind.store().equals(StoreNames.HELM_RELEASE) || !rights.mayGetRelease(stored, name)) {
            return null;
        }
        Application application = after.stored().application();
        if (!exists) {
            return withoutManagedFields(ReleaseConverter.newRelease(stored, application));
        }
        return releases.flatMap(directory -> directory.find(stored, name))
                .map(live -> withoutManagedFields(ReleaseConverter.updatedRelease(stored, live, application)))
                .orElse(null);
    }

    private static List<JsonValue> changes(
            ApplicationKind kind, Optional<StoredApplication> live, StoredApplication after) {
        if (live.isEmpty()) {
            return List.of();
        }
        JsonObject before = live.get().shown().toJson();
        JsonObject then = after.shown().toJson();
        return ChangedValues.between(before.objectOrEmpty("spec"), then.objectOrEmpty("spec"), kind.schema()).stream()
                .<JsonValue>map(path -> JsonObject.builder()
                        .put("path", path.toString())
                        .putIfPresent("before", path.in(before))
                        .putIfPresent("after", path.in(then))
                        .build())
                .toList();
    }

    /** Returns the spec in the stored version. */
    private static JsonObject spec(StoredApplication after) {
        JsonObject spec = after.stored().application().spec();
        return spec == null ? JsonObject.EMPTY : spec;
    }

    private static JsonObject withoutManagedFields(JsonObject object) {
        return object.with("metadata", object.objectOrEmpty("metadata").without("managedFields"));
    }
}
