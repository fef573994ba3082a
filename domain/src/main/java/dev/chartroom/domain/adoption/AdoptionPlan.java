package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;

/** The effect of the adoption of one HelmRelease as an Application of a kind. */
public sealed interface AdoptionPlan {

    /**
     * The release can become an Application.
     *
     * @param name the name of the Application
     * @param labels the labels to set on the release; nothing else changes
     * @param object the Application as its users will see it
     */
    record Possible(String name, JsonObject labels, AdoptedObject object) implements AdoptionPlan {}

    /** The release already is the Application with this name. */
    record Adopted(String name) implements AdoptionPlan {}

    /** The release cannot become an Application of the kind. The reason is a sentence without a full stop. */
    record Refused(String reason) implements AdoptionPlan {}

    /**
     * Returns the plan for a release.
     *
     * @param release the release as it is stored
     */
    static AdoptionPlan of(ApplicationKind kind, JsonObject release) {
        if (ReleaseConverter.isOf(kind, release)) {
            return new Adopted(AdoptionRules.nameOf(kind, release));
        }
        return AdoptionRules.refusal(kind, release)
                .<AdoptionPlan>map(Refused::new)
                .orElseGet(() -> {
                    String name = AdoptionRules.nameOf(kind, release);
                    NamespacedName object =
                            new NamespacedName(release.objectOrEmpty("metadata").stringOrEmpty("namespace"), name);
                    return new Possible(
                            name, ReleaseLabels.identity(kind, name), AdoptedObject.of(kind, object, release));
                });
    }
}
