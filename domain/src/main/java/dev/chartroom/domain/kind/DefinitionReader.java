package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonSize;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.schema.SchemaExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads kind definitions of both formats: our own {@code KindDefinition} (chartroom.dev/v1alpha1) and
 * Cozystack's {@code ApplicationDefinition} (cozystack.io/v1alpha1).
 */
public final class DefinitionReader {
    /**
     * How large a definition may be as JSON. No CustomResourceDefinition can be larger, as no object of a
     * kube-apiserver can; and a schema is kept in memory several times, compiled and in every published document.
     */
    public static final int MAX_SIZE = 2 * 1024 * 1024;

    private final KindDefinitionReader kindDefinitions;
    private final ApplicationDefinitionReader applicationDefinitions;

    /**
     * @param defaults the settings of releases whose definition says nothing about them
     * @param parse turns JSON text into a value; throws ApiException or IllegalArgumentException where it is none
     * @param expressions the languages of the patterns and rules in schemas
     */
    public DefinitionReader(Settings defaults, Function<String, JsonValue> parse, SchemaExpressions expressions) {
        this(defaults, parse, expressions, StoreNames.UNKNOWN);
    }

    /** @param stores those of the server that is to serve the kinds */
    public DefinitionReader(
            Settings defaults, Function<String, JsonValue> parse, SchemaExpressions expressions, StoreNames stores) {
        kindDefinitions = new KindDefinitionReader(defaults, expressions, stores);
        applicationDefinitions =
                new ApplicationDefinitionReader(defaults, parse, new SchemaReader(expressions), stores.usual());
    }

    /**
     * Reads one definition. A bad one is an outcome and no error.
     *
     * @param source where it comes from, such as a file's name
     */
    public Declaration read(String source, JsonObject definition) {
        if (JsonSize.of(definition, MAX_SIZE) > MAX_SIZE) {
            return new Declaration.Refused(source, "a definition is at most " + MAX_SIZE + " bytes of JSON, not more");
        }
        try {
            List<String> warnings = new ArrayList<>();
            DeclaredKind kind = kind(definition, warnings::add);
            return new Declaration.Valid(source, kind, ChartPresence.UNASKED, warnings);
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
        throw new InvalidDefinitionException(List.of("a definition is a KindDefinition of chartroom.dev/v1alpha1 or an"
                + " ApplicationDefinition of cozystack.io/v1alpha1, not a \"" + kind + "\" of \"" + apiVersion
                + "\""));
    }
}
