package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.TextRule;
import dev.chartroom.domain.kind.VersionPriority;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code spec.versions}. The fields are those of a CustomResourceDefinition, except for {@code conversion}. */
final class VersionReader {
    private static final int MAX_WARNING = 256;

    private VersionReader() {}

    /**
     * A version of a definition.
     *
     * @param fields the fields of the version, from which the caller reads the remaining parts
     * @param description the description in the schema of the whole object
     */
    record Version(
            String name,
            boolean isServed,
            boolean isStored,
            boolean isDeprecated,
            String warning,
            String description,
            Schema schema,
            DefinitionFields fields) {

        /**
         * Returns the warning for clients: the warning in the definition, or upstream's warning if there is none (wire
         * contract B25).
         */
        Optional<String> deprecationWarning(String group, String kind, List<Version> all) {
            if (!isDeprecated) {
                return Optional.empty();
            }
            if (!warning.isEmpty()) {
                return Optional.of(warning);
            }
            String replacement = all.stream()
                    .filter(other -> other.isServed() && !other.isDeprecated())
                    .map(Version::name)
                    .filter(other -> VersionPriority.ORDER.compare(other, name) < 0)
                    .min(VersionPriority.ORDER)
                    .map(other -> "; use " + group + "/" + other + " " + kind)
                    .orElse("");
            return Optional.of(group + "/" + name + " " + kind + " is deprecated" + replacement);
        }
    }

    /**
     * Returns all versions. If the definition has no versions, notes a problem and returns a stand-in.
     *
     * @param definition the definition that contains the versions
     */
    static List<Version> read(JsonObject definition, DefinitionFields spec, SchemaReader schemas) {
        List<DefinitionFields> fields = spec.objects("versions");
        if (fields.isEmpty()) {
            spec.problem("versions", "must contain at least one version");
            return List.of(version(definition, DefinitionFields.missing(), schemas, new HashSet<>()));
        }
        Set<String> names = new HashSet<>();
        List<Version> versions = fields.stream()
                .map(version -> version(definition, version, schemas, names))
                .toList();
        if (versions.stream().filter(Version::isStored).count() != 1) {
            spec.problem("versions", "must have storage: true in exactly one version");
        }
        if (versions.stream().noneMatch(Version::isServed)) {
            spec.problem("versions", "must have served: true in at least one version");
        }
        return versions;
    }

    private static Version version(
            JsonObject definition, DefinitionFields version, SchemaReader schemas, Set<String> names) {
        String name = version.text("name", TextRule.DNS_1035_LABEL);
        if (!name.isEmpty() && !names.add(name)) {
            version.problem("name", "another version has the name \"" + name + "\"");
        }
        boolean isDeprecated = version.flag("deprecated", false);
        String warning = version.textOr("deprecationWarning", "");
        if (!warning.isEmpty() && !isDeprecated) {
            version.problem("deprecationWarning", "is allowed only if deprecated is true");
        }
        if (warning.length() > MAX_WARNING || warning.chars().anyMatch(Character::isISOControl)) {
            version.problem("deprecationWarning", "must be at most " + MAX_WARNING + " printable characters");
        }
        DefinitionFields root = FromChart.openApiV3Schema(definition, version.object("schema"));
        return new Version(
                name,
                version.flag("served", false),
                version.flag("storage", false),
                isDeprecated,
                warning,
                root.textOr("description", ""),
                schemas.ofSpec(root),
                version);
    }
}
