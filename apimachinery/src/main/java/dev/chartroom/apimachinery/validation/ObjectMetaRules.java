package dev.chartroom.apimachinery.validation;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The kube-apiserver's rules for the metadata of a custom resource (wire contract D54, D58, F1, F2, F7 to F11;
 * apimachinery's api/validation). The errors are in the kube-apiserver's order, before the errors of the schema.
 */
public final class ObjectMetaRules {
    private static final int ANNOTATIONS_MAX = 256 * 1024;

    private ObjectMetaRules() {}

    /**
     * Returns the errors of a new object whose name is final.
     *
     * @param ownNameRules Chartroom's own, narrower rules for names. They are checked only if the name is valid for a
     *     custom resource.
     */
    public static List<FieldError> validate(ObjectMeta metadata, Function<String, List<FieldError>> ownNameRules) {
        return validate(metadata, Scope.NAMESPACED, NameFormats::dnsSubdomain, ownNameRules);
    }

    /**
     * Returns the errors of a new object of any kind, whose name is final.
     *
     * @param format returns the errors of a name. Names of some kinds follow other rules than names of custom
     *     resources.
     */
    public static List<FieldError> validate(
            ObjectMeta metadata,
            Scope scope,
            Function<String, List<String>> format,
            Function<String, List<FieldError>> ownNameRules) {
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        names(metadata, format, format, errors);
        if (errors.isEmpty()) {
            errors.addAll(ownNameRules.apply(metadata.name()));
        }
        common(metadata, scope, errors);
        return errors.entries();
    }

    /**
     * Returns the errors of an update. Upstream checks the new metadata, and compares it with the old metadata twice:
     * for all kinds of objects and again for custom resources. So an error can occur three times. The message of the
     * Status contains it once.
     *
     * @param next the metadata as completed by {@link #settled}
     */
    public static List<FieldError> validateUpdate(ObjectMeta next, ObjectMeta live) {
        return validateUpdate(next, live, Scope.NAMESPACED);
    }

    /** Returns the errors of an update of an object of any kind. */
    public static List<FieldError> validateUpdate(ObjectMeta next, ObjectMeta live, Scope scope) {
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        names(next, NameFormats::pathSegmentPrefix, NameFormats::pathSegment, errors);
        common(next, scope, errors);
        List<FieldError> changes = changes(next, live);
        errors.addAll(changes);
        errors.addAll(changes);
        return errors.entries();
    }

    /**
     * Returns the errors of the metadata of an embedded resource. Its name can be absent or any valid path segment. The
     * field paths of the errors begin with {@code metadata}, wherever the embedded resource is.
     */
    public static List<FieldError> validateEmbedded(ObjectMeta metadata) {
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        add(
                errors,
                "metadata.generateName",
                metadata.generateName(),
                NameFormats.pathSegmentPrefix(metadata.generateName()));
        add(errors, "metadata.name", metadata.name(), NameFormats.pathSegment(metadata.name()));
        if (!metadata.namespace().isEmpty()) {
            add(errors, "metadata.namespace", metadata.namespace(), NameFormats.dnsLabel(metadata.namespace()));
        }
        if (metadata.generation() < 0) {
            errors.add(() -> FieldError.invalid(
                    "metadata.generation", JsonNumber.of(metadata.generation()), "must be greater than or equal to 0"));
        }
        shared(metadata, errors);
        Finalizers.validate(metadata.finalizers(), errors);
        ManagedFieldsEntries.validate(metadata.managedFields(), errors);
        return errors.entries();
    }

    /**
     * Returns the metadata of an update with the fields that a client cannot change (wire contract D54). The result has
     * the generation, creation timestamp and deletion timestamp of the live object, if the live object has them. If the
     * client left out the uid or the grace period, the result also has those of the live object.
     */
    public static ObjectMeta settled(ObjectMeta submitted, ObjectMeta live) {
        return submitted.toBuilder()
                .uid(submitted.uid().isEmpty() ? live.uid() : submitted.uid())
                .generation(live.generation())
                .creationTimestamp(
                        live.creationTimestamp() == null ? submitted.creationTimestamp() : live.creationTimestamp())
                .deletionTimestamp(live.isTerminating() ? live.deletionTimestamp() : submitted.deletionTimestamp())
                .deletionGracePeriodSeconds(
                        submitted.deletionGracePeriodSeconds() == null
                                ? live.deletionGracePeriodSeconds()
                                : submitted.deletionGracePeriodSeconds())
                .build();
    }

    private static void names(
            ObjectMeta metadata,
            Function<String, List<String>> prefixes,
            Function<String, List<String>> names,
            BoundedReport<FieldError> errors) {
        String generateName = metadata.generateName();
        if (!generateName.isEmpty()) {
            add(errors, "metadata.generateName", generateName, prefixes.apply(masked(generateName)));
        }
        if (metadata.name().isEmpty()) {
            errors.add(() -> FieldError.required("metadata.name", "name or generateName is required"));
        } else {
            add(errors, "metadata.name", metadata.name(), names.apply(metadata.name()));
        }
    }

    /** Replaces a dash at the end of a prefix with a letter. As upstream, the character before the dash is lost. */
    private static String masked(String prefix) {
        return prefix.length() > 1 && prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 2) + "a" : prefix;
    }

    private static void common(ObjectMeta metadata, Scope scope, BoundedReport<FieldError> errors) {
        if (scope == Scope.NAMESPACED) {
            if (metadata.namespace().isEmpty()) {
                errors.add(() -> FieldError.required("metadata.namespace", ""));
            } else {
                add(errors, "metadata.namespace", metadata.namespace(), NameFormats.dnsLabel(metadata.namespace()));
            }
        }
        shared(metadata, errors);
        Finalizers.validate(metadata.finalizers(), errors);
        ManagedFieldsEntries.validate(metadata.managedFields(), errors);
    }

    private static void shared(ObjectMeta metadata, BoundedReport<FieldError> errors) {
        metadata.labels().forEach((key, value) -> {
            Deadline.check();
            add(errors, "metadata.labels", key, NameFormats.key(key));
            add(errors, "metadata.labels", value, NameFormats.labelValue(value));
        });
        annotations(metadata.annotations(), errors);
        OwnerReferences.validate(metadata.ownerReferences(), errors);
    }

    private static void annotations(Map<String, String> annotations, BoundedReport<FieldError> errors) {
        long size = 0;
        for (Map.Entry<String, String> annotation : annotations.entrySet()) {
            Deadline.check();
            String key = annotation.getKey();
            add(errors, "metadata.annotations", key, NameFormats.key(key.toLowerCase(Locale.ROOT)));
            size += NameFormats.bytes(key) + NameFormats.bytes(annotation.getValue());
        }
        if (size > ANNOTATIONS_MAX) {
            errors.add(() -> new FieldError(
                    FieldError.Type.TOO_LONG,
                    "metadata.annotations",
                    "Too long: may not be more than " + ANNOTATIONS_MAX + " bytes"));
        }
    }

    private static List<FieldError> changes(ObjectMeta next, ObjectMeta live) {
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        errors.addAll(Finalizers.validateUpdate(next, live));
        if (next.resourceVersion().isEmpty()) {
            errors.add(() -> FieldError.invalid(
                    "metadata.resourceVersion", new JsonString(""), "must be specified for an update"));
        }
        immutable(errors, "name", next.name(), live.name(), JsonString::new);
        immutable(errors, "namespace", next.namespace(), live.namespace(), JsonString::new);
        immutable(errors, "uid", next.uid(), live.uid(), JsonString::new);
        immutable(
                errors, "creationTimestamp", next.creationTimestamp(), live.creationTimestamp(), ObjectMetaRules::time);
        immutable(
                errors, "deletionTimestamp", next.deletionTimestamp(), live.deletionTimestamp(), ObjectMetaRules::time);
        immutable(
                errors,
                "deletionGracePeriodSeconds",
                next.deletionGracePeriodSeconds(),
                live.deletionGracePeriodSeconds(),
                JsonNumber::of);
        shared(next, errors);
        ManagedFieldsEntries.validate(next.managedFields(), errors);
        return errors.entries();
    }

    private static <T> void immutable(
            BoundedReport<FieldError> errors,
            String field,
            @Nullable T next,
            @Nullable T live,
            Function<T, JsonValue> json) {
        if (!Objects.equals(next, live)) {
            errors.add(() -> FieldError.invalid(
                    "metadata." + field, next == null ? JsonNull.NULL : json.apply(next), "field is immutable"));
        }
    }

    private static JsonValue time(Instant time) {
        return new JsonString(ObjectMeta.timestamp(time));
    }

    private static void add(BoundedReport<FieldError> errors, String field, String value, List<String> problems) {
        problems.forEach(problem -> errors.add(() -> FieldError.invalid(field, new JsonString(value), problem)));
    }
}
