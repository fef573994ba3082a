package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.subresource.Subresource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads kind definitions in both formats: Chartroom's {@code KindDefinition} (chartroom.dev/v1alpha1) and Cozystack's
 * {@code ApplicationDefinition} (cozystack.io/v1alpha1).
 */
public final class DefinitionReader {
    /**
     * The maximum size of a definition as JSON, in bytes. A kube-apiserver cannot store a larger
     * CustomResourceDefinition. Chartroom has several copies of a schema in memory: the compiled schema and a copy in
     * every published document.
     */
    public static final int MAX_SIZE = 2 * 1024 * 1024;

    private final KindDefinitionReader kindDefinitions;
    private final ApplicationDefinitionReader applicationDefinitions;

    /**
     * @param defaults the release settings that apply if a definition has none
     * @param parse parses JSON text; throws ApiException or IllegalArgumentException if it is invalid
     * @param expressions compiles the patterns and rules in schemas
     */
    public DefinitionReader(Settings defaults, Function<String, JsonValue> parse, SchemaExpressions expressions) {
        this(defaults, parse, expressions, StoreNames.UNKNOWN);
    }

    /** @param stores the stores of the server that serves the kinds */
    public DefinitionReader(
            Settings defaults, Function<String, JsonValue> parse, SchemaExpressions expressions, StoreNames stores) {
        this(defaults, parse, expressions, stores, EnumSet.allOf(Subresource.class));
    }

    /**
     * @param stores the stores of the server that serves the kinds
     * @param subresources the subresources that the server supports; it serves no others, even if a kind declares them
     */
    public DefinitionReader(
            Settings defaults,
            Function<String, JsonValue> parse,
            SchemaExpressions expressions,
            StoreNames stores,
            Set<Subresource> subresources) {
        kindDefinitions = new KindDefinitionReader(defaults, expressions, stores, subresources);
        applicationDefinitions =
                new ApplicationDefinitionReader(defaults, parse, new SchemaReader(expressions), stores.defaultStore());
    }

    /**
     * Reads one definition. If the definition is invalid, returns a rejected declaration and throws no exception.
     *
     * @param source the origin of the definition, such as a file's name
     */
    public Declaration read(String source, JsonObject definition) {
        if (JsonSize.of(definition, MAX_SIZE) > MAX_SIZE) {
            return new Declaration.Refused(source, "a definition must be at most " + MAX_SIZE + " bytes of JSON");
        }
        try {
            List<String> warnings = new ArrayList<>();
            DeclaredKind kind = kind(definition, warnings::add);
            return new Declaration.Valid(source, kind, ChartPresence.NOT_LOOKED_UP, warnings);
        } catch (InvalidDefinitionException e) {
            return new Declaration.Refused(source, e.problems());
        }
    }

    private DeclaredKind kind(JsonObject definition, Consumer<String> warnings) {
        String apiVersion = definition.stringOrEmpty("apiVersion");
        String kind = definition.stringOrEmpty("kind");
        if (apiVersion.equals(KindDefinitionReader.API_VERSION) && kind.equals(KindDefinitionReader.KIND)) {
            return kindDefinitions.read(definition);
        }
        if (apiVersion.equals(ApplicationDefinitionReader.API_VERSION)
                && kind.equals(ApplicationDefinitionReader.KIND)) {
            return DeclaredKind.only(applicationDefinitions.read(definition, warnings));
        }
        throw new InvalidDefinitionException(
                List.of("a definition must be a KindDefinition of chartroom.dev/v1alpha1 or an"
                        + " ApplicationDefinition of cozystack.io/v1alpha1, not a \"" + kind + "\" of \"" + apiVersion
                        + "\""));
    }
}
