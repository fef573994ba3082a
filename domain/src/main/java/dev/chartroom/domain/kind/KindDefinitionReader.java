package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaExpressions;
import java.util.List;

/** Reads our own format: shaped like a CustomResourceDefinition, plus what the release of an object looks like. */
final class KindDefinitionReader {
    static final String API_VERSION = "chartroom.dev/v1alpha1";
    static final String KIND = "KindDefinition";

    private final Settings defaults;
    private final SchemaReader schemas;
    private final PrinterColumnReader columns;
    private final StatusReader statuses;

    /** @param defaults what holds where a definition says nothing */
    KindDefinitionReader(Settings defaults, SchemaExpressions expressions) {
        this.defaults = defaults;
        this.schemas = new SchemaReader(expressions);
        ValueSourceReader sources = new ValueSourceReader(expressions);
        this.columns = new PrinterColumnReader(sources);
        this.statuses = new StatusReader(sources);
    }

    /** @throws InvalidDefinitionException with every problem that the definition has */
    ApplicationKind read(JsonObject definition) {
        DefinitionFields root = DefinitionFields.of(definition);
        root.ignore("apiVersion");
        root.ignore("kind");
        root.ignore("status"); // where the definition is a custom resource, what became of it
        DefinitionFields metadata = root.object("metadata").ignoreUnknown();
        DefinitionFields spec = root.object("spec");

        String group = spec.text("group", TextRule.GROUP);
        KindNames names = NamesReader.read(spec.object("names"));
        requireName(metadata, new GroupResource(group, names.plural()));

        DefinitionFields version = onlyVersion(spec);
        String versionName = version.text("name", TextRule.DNS_1035_LABEL);
        requireTrue(version, "served");
        requireTrue(version, "storage");
        DefinitionFields schema = version.object("schema").object("openAPIV3Schema");
        Schema specSchema = schemas.ofSpec(schema);

        StatusMapping status = statuses.read(spec.objectOrEmpty("status"));
        FormHints form = FormReader.read(spec.objectOrEmpty("form"), specSchema);

        DefinitionFields release = spec.object("release");
        Settings settings = ReleaseReader.settings(release, defaults);
        ApplicationKind kind = ApplicationKind.builder(
                        group,
                        versionName,
                        names,
                        specSchema,
                        ReleaseReader.template(release, settings, ReleaseReader.valuesFrom(release)))
                .description(spec.textOr("description", schema.textOr("description", "")))
                .printerColumns(columns.read(version, ObjectSchema.of(specSchema, status)))
                .status(status)
                .immutablePaths(immutablePaths(spec, specSchema))
                .form(form)
                .sensitivePaths(spec.texts("sensitivePaths", TextRule.SENSITIVE_PATH))
                .build();
        root.refuseUnknown();
        root.finish();
        return kind;
    }

    private static List<String> immutablePaths(DefinitionFields spec, Schema schema) {
        List<String> paths = spec.texts("immutablePaths", TextRule.SENSITIVE_PATH);
        for (int i = 0; i < paths.size(); i++) {
            if (TextRule.SENSITIVE_PATH.accepts(paths.get(i)) && !SchemaPaths.leads(schema.json(), paths.get(i))) {
                spec.problem("immutablePaths[" + i + "]", "the schema knows no " + paths.get(i));
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

    private static DefinitionFields onlyVersion(DefinitionFields spec) {
        List<DefinitionFields> versions = spec.objects("versions");
        if (versions.isEmpty()) {
            spec.problem("versions", "must hold a version");
            return DefinitionFields.missing();
        }
        if (versions.size() > 1) {
            spec.problem("versions", "several versions are not supported yet");
            versions.stream().skip(1).forEach(DefinitionFields::ignoreUnknown);
        }
        return versions.getFirst();
    }

    private static void requireTrue(DefinitionFields version, String name) {
        if (!version.flag(name, false)) {
            version.problem(name, "must be true, there is no other version");
        }
    }
}
