package dev.chartroom.domain.validation;

import dev.chartroom.domain.deadline.Deadline;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.NameFormats;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.meta.Scope;
import dev.chartroom.domain.status.BoundedReport;
import dev.chartroom.domain.status.FieldError;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the kube-apiserver demands of the metadata of a custom resource's object (wire contract D54, D58, F1, F2, F7 to
 * F11; apimachinery's api/validation). The errors come in its order, before those of the schema.
 */
public final class ObjectMetaRules {
    private static final int ANNOTATIONS_MAX = 256 * 1024;

    private ObjectMetaRules() {}

    /**
     * The errors of a new object whose name is settled.
     *
     * @param ownNameRules Chartroom's own, narrower rules, against which a name is held only where a custom resource
     *     could have it
     */
    public static List<FieldError> validate(ObjectMeta metadata, Function<String, List<FieldError>> ownNameRules) {
        return validate(metadata, Scope.NAMESPACED, NameFormats::dnsSubdomain, ownNameRules);
    }

    /**
     * Likewise, of an object of any kind.
     *
     * @param format what is wrong with a name, of the kinds whose names are not those of custom resources
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
     * The errors of an update. Upstream looks at the metadata once for all kinds of objects and once more for those of
     * custom resources, so an error may come three times; the message of the Status tells it once.
     *
     * @param next with what the server owns filled in as {@link #settled} does
     */
    public static List<FieldError> validateUpdate(ObjectMeta next, ObjectMeta live) {
        return validateUpdate(next, live, Scope.NAMESPACED);
    }

    /** Likewise, of an object of any kind. */
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
     * The errors of the metadata of a resource that is embedded in another, whose name may be absent and anything that
     * fits in a path. Their fields begin with {@code metadata}, wherever the metadata stand.
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
     * The metadata of an update with what a client cannot change: generation and creation timestamp are the live
     * object's, a uid, deletion timestamp and grace period that it left out as well (wire contract D54).
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

    /** A prefix may end in a dash, for which upstream puts a letter, at the cost of the character before it. */
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
