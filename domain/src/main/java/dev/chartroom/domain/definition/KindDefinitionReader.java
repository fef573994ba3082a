package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.definition.VersionReader.Version;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.domain.kind.FormHints;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.StatusMapping;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.kind.TextRule;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.domain.version.KindVersions;
import dev.chartroom.domain.version.VersionConversion;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads Chartroom's {@code KindDefinition}, which is a CustomResourceDefinition with a template of the releases. */
final class KindDefinitionReader {
    static final String API_VERSION = "chartroom.dev/v1alpha1";
    static final String KIND = "KindDefinition";

    private final Settings defaults;
    private final SchemaReader schemas;
    private final ConversionReader conversions;
    private final PrinterColumnReader columns;
    private final CostReader costs;
    private final StatusReader statuses;
    private final StoreNames stores;
    private final Set<Subresource> supported;

    KindDefinitionReader(Settings defaults, SchemaExpressions expressions, StoreNames stores) {
        this(defaults, expressions, stores, EnumSet.allOf(Subresource.class));
    }

    /**
     * @param defaults the settings that apply if a definition has none
     * @param supported the subresources that the server supports
     */
    KindDefinitionReader(
            Settings defaults, SchemaExpressions expressions, StoreNames stores, Set<Subresource> supported) {
        this.supported = supported;
        this.defaults = defaults;
        this.stores = stores;
        this.schemas = new SchemaReader(expressions);
        this.conversions = new ConversionReader(expressions);
        ValueSourceReader sources = new ValueSourceReader(expressions);
        this.columns = new PrinterColumnReader(sources);
        this.costs = new CostReader(expressions);
        this.statuses = new StatusReader(sources);
    }

    /** @throws InvalidDefinitionException with every problem of the definition */
    DeclaredKind read(JsonObject definition) {
        DefinitionFields root = DefinitionFields.of(definition);
        root.ignore("apiVersion");
        root.ignore("kind");
        root.ignore("status"); // a definition that is a custom resource has a status
        DefinitionFields metadata = root.object("metadata").ignoreUnknown();
        DefinitionFields spec = root.object("spec");

        String group = spec.text("group", TextRule.GROUP);
        KindNames names = NamesReader.read(spec.object("names"));
        requireName(metadata, new GroupResource(group, names.plural()));
        List<Version> versions = VersionReader.read(definition, spec, schemas);
        KindVersions conversions = conversions(versions);

        String store = spec.textOr("store", stores.defaultStore(), TextRule.STORE);
        stores.problem(store).ifPresent(problem -> spec.problem("store", problem));
        // The template is required only if the objects are stored as releases.
        boolean hasTemplate = spec.has("release") || store.equals(StoreNames.HELM_RELEASE);
        DefinitionFields release = hasTemplate ? spec.object("release") : DefinitionFields.missing();
        ReleaseTemplate template = hasTemplate ? template(release, group, store) : ReleaseTemplate.NONE;
        String description = spec.textOr("description", "");
        String icon = IconReader.read(spec);
        StatusMapping status = statuses.read(
                spec.objectOrEmpty("status"), release.count("stalledAfter", StatusMapping.DEFAULT_STALLED_AFTER));
        Schema storedSchema = stored(versions).schema();
        FormHints form = FormReader.read(spec.objectOrEmpty("form"), storedSchema);
        List<String> immutablePaths = immutablePaths(spec, storedSchema);
        List<String> sensitivePaths = spec.texts("sensitivePaths", TextRule.SENSITIVE_PATH);
        DeletionPolicy deletion = DeletionReader.read(spec.objectOrEmpty("deletion"));
        List<Cost> ofObjects = costs.read(spec, storedSchema.json());
        Subresources subresources = SubresourcesReader.read(
                spec.objectOrEmpty("subresources"),
                store.equals(StoreNames.HELM_RELEASE) || template.isProjected(),
                store.equals(StoreNames.POSTGRES),
                supported);
        BiFunction<Version, @Nullable ApplicationKind, ApplicationKind> kinds =
                (version, stored) -> ApplicationKind.builder(group, version.name(), names, version.schema(), template)
                        .store(store)
                        .description(description.isEmpty() ? version.description() : description)
                        .icon(icon)
                        .printerColumns(columns.read(version.fields(), ObjectSchema.of(version.schema(), status)))
                        .status(status)
                        .immutablePaths(conversions.paths(immutablePaths, version.name()))
                        .form(stored == null ? form : FormHints.NONE)
                        .sensitivePaths(conversions.paths(sensitivePaths, version.name()))
                        .deletion(deletion)
                        .costs(stored == null ? ofObjects : List.of())
                        .subresources(SubresourcesReader.ofVersion(
                                version.fields(), subresources, ObjectSchema.of(version.schema(), status)))
                        .deprecationWarning(version.deprecationWarning(group, names.kind(), versions))
                        .versions(conversions, stored)
                        .build();
        DeclaredKind declared = declared(versions, kinds);
        root.refuseUnknown();
        root.finish();
        return declared;
    }

    private ReleaseTemplate template(DefinitionFields release, String group, String store) {
        ReleaseTemplate template = ReleaseTemplateReader.ofKindDefinition(release, group, defaults);
        if (store.equals(StoreNames.HELM_RELEASE) && template.isProjected()) {
            release.problem(
                    "projected",
                    "must not be true, because the store \"" + store + "\" already stores the objects as HelmReleases");
        }
        return template;
    }

    private static DeclaredKind declared(
            List<Version> versions, BiFunction<Version, @Nullable ApplicationKind, ApplicationKind> kinds) {
        Version ofStorage = stored(versions);
        ApplicationKind stored = kinds.apply(ofStorage, null);
        return new DeclaredKind(
                stored,
                versions.stream()
                        .filter(Version::isServed)
                        .map(version -> version.equals(ofStorage) ? stored : kinds.apply(version, stored))
                        .toList());
    }

    private KindVersions conversions(List<Version> versions) {
        Version stored = stored(versions);
        if (stored.fields().has("conversion")) {
            stored.fields().problem("conversion", "must not be set for the stored version");
        }
        Map<String, VersionConversion> conversions = new LinkedHashMap<>();
        versions.stream()
                .filter(version -> !version.equals(stored))
                .forEach(version -> conversions.put(version.name(), this.conversions.read(version, stored)));
        return new KindVersions(stored.name(), stored.schema(), conversions);
    }

    /** Returns the stored version; the first version if no version is marked as stored. */
    private static Version stored(List<Version> versions) {
        return versions.stream().filter(Version::isStored).findFirst().orElse(versions.getFirst());
    }

    private static List<String> immutablePaths(DefinitionFields spec, Schema schema) {
        List<String> paths = spec.texts("immutablePaths", TextRule.SENSITIVE_PATH);
        for (int i = 0; i < paths.size(); i++) {
            if (TextRule.SENSITIVE_PATH.accepts(paths.get(i))
                    && !SchemaPaths.canHaveValue(schema.json(), paths.get(i))) {
                spec.problem("immutablePaths[" + i + "]", paths.get(i) + " is not in the schema");
            }
        }
        return paths;
    }

    private static void requireName(DefinitionFields metadata, GroupResource resource) {
        String name = metadata.text("name");
        boolean comparable =
                TextRule.GROUP.accepts(resource.group()) && TextRule.DNS_1035_LABEL.accepts(resource.resource());
        if (comparable && !name.isEmpty() && !name.equals(resource.toString())) {
            metadata.problem("name", "must be \"" + resource + "\", the plural and the group, not \"" + name + "\"");
        }
    }
}
