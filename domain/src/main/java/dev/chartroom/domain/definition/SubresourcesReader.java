package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.TextRule;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.EndpointKind;
import dev.chartroom.domain.subresource.EndpointSelector;
import dev.chartroom.domain.subresource.NamePattern;
import dev.chartroom.domain.subresource.RelatedKind;
import dev.chartroom.domain.subresource.ScalePaths;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.domain.subresource.WorkloadKind;
import dev.chartroom.domain.subresource.WorkloadSelector;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Reads the subresources of a kind: {@code subresources} of a version, as in a CustomResourceDefinition, and
 * {@code spec.subresources} for those that are the same in all versions.
 */
final class SubresourcesReader {
    private SubresourcesReader() {}

    /**
     * Reads {@code spec.subresources}, without the scale subresource.
     *
     * @param hasReleases whether each object has a release
     * @param keepsVersions whether the store keeps earlier versions of objects
     * @param supported the subresources that the server can serve; the kind has no others
     */
    static Subresources read(
            DefinitionFields declared, boolean hasReleases, boolean keepsVersions, Set<Subresource> supported) {
        Set<Subresource> read = EnumSet.noneOf(Subresource.class);
        for (Subresource subresource : Subresource.values()) {
            String name = subresource.path();
            if (subresource == Subresource.SCALE || !declared.has(name)) {
                continue;
            }
            boolean isOfVersions = keepsVersions && subresource == Subresource.HISTORY;
            if (subresource.needsRelease() && !hasReleases && !isOfVersions) {
                declared.problem(name, "is allowed only if each object has a release");
            }
            read.add(subresource);
        }
        if (declared.has(Subresource.SCALE.path())) {
            declared.problem(
                    Subresource.SCALE.path(),
                    "must be in subresources of a version, because its paths depend on the schema");
        }
        List<WorkloadSelector> restarted = List.of();
        List<EndpointSelector> endpoints = List.of();
        CredentialRules credentials = CredentialRules.NONE;
        List<RelatedKind> related = List.of();
        boolean comparesRevisions = false;
        for (Subresource subresource : read) {
            DefinitionFields fields = declared.objectOrEmpty(subresource.path());
            switch (subresource) {
                case RESTART -> restarted = restarted(fields);
                case ACCESS -> endpoints = endpoints(fields);
                case RESOURCES -> related = related(fields);
                case CREDENTIALS -> credentials = credentials(fields);
                case HISTORY -> comparesRevisions = fields.flag("changes", false);
                case SCALE, SUSPEND, RESUME, RECONCILE, ROLLBACK, VALUES, MANIFEST, NOTES, LOG -> {
                    // They have no fields.
                }
            }
        }
        read.retainAll(supported);
        return new Subresources(read, Optional.empty(), restarted, endpoints, credentials, related, comparesRevisions);
    }

    /** Returns the workloads that the restart subresource names: all, if it names none. */
    private static List<WorkloadSelector> restarted(DefinitionFields restart) {
        return selectors(
                restart,
                "workloads",
                TextRule.WORKLOAD_KIND,
                WorkloadKind::of,
                WorkloadSelector::new,
                WorkloadKind.values());
    }

    /** Returns the objects that the access subresource includes: all, if it includes none. */
    private static List<EndpointSelector> endpoints(DefinitionFields access) {
        return selectors(
                access,
                "include",
                TextRule.ENDPOINT_KIND,
                EndpointKind::of,
                EndpointSelector::new,
                EndpointKind.values());
    }

    private static <K, S> List<S> selectors(
            DefinitionFields fields,
            String field,
            TextRule kindRule,
            Function<String, Optional<K>> kindOf,
            BiFunction<K, NamePattern, S> selector,
            K[] all) {
        List<S> named = fields.objects(field).stream()
                .map(each -> {
                    NamePattern name =
                            new NamePattern(each.textOr("name", NamePattern.ANY.text(), TextRule.NAME_PATTERN));
                    return kindOf.apply(each.text("kind", kindRule)).map(kind -> selector.apply(kind, name));
                })
                .flatMap(Optional::stream)
                .toList();
        return fields.has(field)
                ? named
                : Arrays.stream(all)
                        .map(kind -> selector.apply(kind, NamePattern.ANY))
                        .toList();
    }

    /** Returns the further kinds that the resources subresource shows. */
    private static List<RelatedKind> related(DefinitionFields resources) {
        return resources.objects("related").stream()
                .map(each -> {
                    RelatedKind related = new RelatedKind(
                            GroupVersion.parse(each.text("apiVersion", TextRule.KIND_VERSION)),
                            each.text("kind", TextRule.KIND),
                            each.annotations("labels"),
                            each.textOr("field", "", TextRule.FIELD_PATH),
                            each.has("create") ? each.rawObject("create").orElse(JsonObject.EMPTY) : JsonObject.EMPTY);
                    // Otherwise all objects of a namespace would belong to each application.
                    boolean isSpecific = !related.field().isEmpty()
                            || related.labels().values().stream()
                                    .anyMatch(value -> value.contains(RelatedKind.RELEASE));
                    if (!isSpecific) {
                        each.problem("labels", "must contain " + RelatedKind.RELEASE + ", unless there is a field");
                    }
                    return related;
                })
                .toList();
    }

    private static CredentialRules credentials(DefinitionFields credentials) {
        List<NamePattern> names = credentials.texts("secrets", TextRule.NAME_PATTERN).stream()
                .map(NamePattern::new)
                .toList();
        List<CredentialRules.OwnedSecret> owned = credentials.objects("owned").stream()
                .map(each -> new CredentialRules.OwnedSecret(
                        each.text("kind", TextRule.KIND), each.text("secret", TextRule.OWNED_NAME)))
                .toList();
        if (names.isEmpty() && owned.isEmpty()) {
            credentials.problem("secrets", "must name at least one Secret, or there must be owned ones");
        }
        return new CredentialRules(names, owned);
    }

    /**
     * Reads {@code subresources} of a version.
     *
     * @param all the subresources that all versions have
     * @param object the schema of the version's objects
     */
    static Subresources ofVersion(DefinitionFields version, Subresources all, JsonObject object) {
        DefinitionFields declared = version.objectOrEmpty("subresources");
        // Every kind has this subresource. A CustomResourceDefinition has to declare it.
        declared.objectOrEmpty("status");
        return declared.has(Subresource.SCALE.path())
                ? all.withScale(scale(declared.objectOrEmpty(Subresource.SCALE.path()), object))
                : all;
    }

    private static ScalePaths scale(DefinitionFields scale, JsonObject object) {
        return new ScalePaths(
                path(
                        scale,
                        "specReplicasPath",
                        scale.text("specReplicasPath", TextRule.SCALE_SPEC_PATH),
                        "integer",
                        object),
                path(
                        scale,
                        "statusReplicasPath",
                        scale.text("statusReplicasPath", TextRule.SCALE_STATUS_PATH),
                        "integer",
                        object),
                path(
                        scale,
                        "labelSelectorPath",
                        scale.textOr("labelSelectorPath", "", TextRule.SCALE_SELECTOR_PATH),
                        "string",
                        object));
    }

    /** Returns a path without its first dot. Notes a problem if the schema declares the field with another type. */
    private static String path(DefinitionFields scale, String name, String text, String type, JsonObject object) {
        if (text.isEmpty()) {
            return text;
        }
        String path = text.substring(1);
        JsonObject at = SchemaPaths.declared(object, path);
        String declared = at.stringOrEmpty("type");
        if (!declared.isEmpty() && !declared.equals(type)) {
            scale.problem(
                    name, "must be the path of a field of type " + type + ", not " + declared + ": \"" + text + "\"");
        } else if (text.startsWith(".spec") && !SchemaPaths.canHaveValue(SchemaPaths.declared(object, "spec"), path)) {
            scale.problem(name, text + " is not in the schema");
        }
        return path;
    }
}
