package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.FieldChange;
import dev.chartroom.domain.conversion.ReservedKeys;
import dev.chartroom.domain.conversion.TemplatedRelease;
import dev.chartroom.domain.evolution.DefaultChanges;
import dev.chartroom.domain.evolution.MaskedErrors;
import dev.chartroom.domain.evolution.ObjectChange.DefaultChange;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * An Application as users see it after the adoption of its release. Sensitive values are masked.
 *
 * @param spec the spec in the stored version of the kind, with defaults
 * @param hidden the paths of values that the release has and users do not see
 * @param errors the errors of the values by the schema, as in the answer to an invalid create
 * @param defaults the defaults that users see although the values do not have them
 * @param missing the fields of the kind's template that the release does not have; a rollout sets them
 * @param different the other fields that differ from the template; they stay as they are
 */
public record AdoptedObject(
        JsonObject spec,
        List<String> hidden,
        List<FieldError> errors,
        List<DefaultChange> defaults,
        List<FieldChange> missing,
        List<FieldChange> different) {
    public AdoptedObject {
        hidden = List.copyOf(hidden);
        errors = List.copyOf(errors);
        defaults = List.copyOf(defaults);
        missing = List.copyOf(missing);
        different = List.copyOf(different);
    }

    /** Returns whether a user of the kind could set all values. */
    boolean isSettable() {
        return hidden.isEmpty() && errors.isEmpty();
    }

    static AdoptedObject of(ApplicationKind kind, NamespacedName name, JsonObject release) {
        Schema schema = kind.schema();
        JsonObject values = release.objectOrEmpty("spec").objectOrEmpty("values");
        JsonObject open = withoutReserved(values);
        JsonObject stored = SchemaPruner.pruneKeepingNulls(schema, open, "spec");
        JsonObject shown = SchemaDefaulter.withDefaults(schema, stored);
        TemplatedRelease templated = TemplatedRelease.of(kind, release);
        return new AdoptedObject(
                masked(kind, name, shown),
                Stream.concat(
                                SchemaPruner.prune(schema, open, "spec").unknownFields().stream(),
                                values.names().stream()
                                        .filter(ReservedKeys::isReserved)
                                        .map(key -> "spec." + key))
                        .toList(),
                MaskedErrors.of(SchemaValidator.validate(schema, "spec", shown, null), name, kind),
                DefaultChanges.shown(stored, shown),
                templated.changes(),
                templated.kept());
    }

    private static JsonObject withoutReserved(JsonObject values) {
        JsonObject.Builder open = values.toBuilder();
        values.names().stream().filter(ReservedKeys::isReserved).forEach(open::remove);
        return open.build();
    }

    private static JsonObject masked(ApplicationKind kind, NamespacedName name, JsonObject spec) {
        Application object =
                new Application(kind.gvk(), ObjectMeta.of(name.namespace(), name.name()), spec, JsonObject.EMPTY);
        JsonValue masked = kind.valueMask().apply(object.toJson());
        return masked instanceof JsonObject json ? json.objectOrEmpty("spec") : JsonObject.EMPTY;
    }
}
