package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.TextRule;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads Cozystack's ApplicationDefinition. Ignores the fields that only Cozystack's dashboard and webhooks use.
 * Cozystack accepts schemas that a CustomResourceDefinition cannot have. This reader does not reject them, but leaves
 * out the parts that are not structural.
 */
final class ApplicationDefinitionReader {
    static final String API_VERSION = "cozystack.io/v1alpha1";
    static final String KIND = "ApplicationDefinition";

    /** The group and version of all kinds that are declared in this format. */
    static final String GROUP = "apps.cozystack.io";

    static final String VERSION = "v1alpha1";

    private static final String INSTALL_TIMEOUT = "release.cozystack.io/helm-install-timeout";
    private static final String UPGRADE_TIMEOUT = "release.cozystack.io/helm-upgrade-timeout";
    private static final String DISABLE_WAIT = "release.cozystack.io/helm-install-disable-wait";

    private static final JsonArray VALUES_FROM = JsonArray.of(JsonObject.builder()
            .put("kind", "Secret")
            .put("name", "cozystack-values")
            .build());

    private final Settings defaults;
    private final Function<String, JsonValue> parse;
    private final SchemaReader schemas;
    private final String store;

    /**
     * @param defaults the settings that apply if a definition has none
     * @param parse parses JSON text; throws ApiException or IllegalArgumentException if it is invalid
     * @param store the store of all kinds that are declared in this format, because the format has no field for a store
     */
    ApplicationDefinitionReader(
            Settings defaults, Function<String, JsonValue> parse, SchemaReader schemas, String store) {
        this.defaults = defaults;
        this.parse = parse;
        this.schemas = schemas;
        this.store = store;
    }

    /**
     * @param warnings receives a sentence for each part of the schema that is left out
     * @throws InvalidDefinitionException with every problem of the definition
     */
    ApplicationKind read(JsonObject definition, Consumer<String> warnings) {
        DefinitionFields root = DefinitionFields.of(definition);
        DefinitionFields annotations = root.objectOrEmpty("metadata").objectOrEmpty("annotations");
        DefinitionFields spec = root.object("spec");
        DefinitionFields application = spec.object("application");
        if (!application.has("singular")) {
            application.problem("singular", "required");
        }
        DefinitionFields dashboard = spec.objectOrEmpty("dashboard");
        JsonObject shown = definition.objectOrEmpty("spec").objectOrEmpty("dashboard");
        Schema schema = schema(application, warnings);
        ApplicationKind kind = ApplicationKind.builder(
                        GROUP,
                        VERSION,
                        NamesReader.read(application),
                        schema,
                        release(spec.object("release"), settings(annotations)))
                .store(store)
                .description(dashboard.textOr("description", ""))
                .icon(IconReader.ofCozystack(shown.stringOrEmpty("icon")))
                .form(CozystackFormReader.read(shown.arrayOrEmpty("keysOrder"), schema))
                .build();
        root.finish();
        return kind;
    }

    private static ReleaseTemplate release(DefinitionFields release, Settings settings) {
        return ReleaseTemplateReader.shared(release, GROUP, ReleaseTemplateReader.chartRef(release))
                .settings(settings)
                .valuesFrom(VALUES_FROM)
                .build();
    }

    private Settings settings(DefinitionFields annotations) {
        GoDuration installTimeout = annotations.duration(INSTALL_TIMEOUT, defaults.installTimeout());
        GoDuration timeout = annotations.has(INSTALL_TIMEOUT) ? installTimeout : defaults.upgradeTimeout();
        String disableWait = annotations.textOr(DISABLE_WAIT, "", TextRule.BOOLEAN);
        return new Settings(
                defaults.interval(),
                defaults.retryInterval(),
                installTimeout,
                annotations.duration(UPGRADE_TIMEOUT, timeout),
                defaults.maxHistory(),
                disableWait.isEmpty() ? defaults.disableWait() : Boolean.parseBoolean(disableWait));
    }

    private Schema schema(DefinitionFields application, Consumer<String> warnings) {
        String text = application.textOr("openAPISchema", "");
        if (text.isBlank()) {
            return SchemaReader.OPEN;
        }
        try {
            if (parse.apply(text) instanceof JsonObject schema) {
                return schemas.repaired(schema, warnings);
            }
            application.problem("openAPISchema", "must be the text of a JSON object");
        } catch (ApiException | IllegalArgumentException e) {
            application.problem("openAPISchema", "is not JSON: " + e.getMessage());
        }
        return SchemaReader.OPEN;
    }
}
