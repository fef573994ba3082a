package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;

/** The effect of undoing the adoption of one HelmRelease. */
public sealed interface ReturnPlan {

    /**
     * The release can become a plain HelmRelease.
     *
     * @param name the name of the Application that no longer exists afterwards
     * @param labels the labels to change on the release; null removes a label
     */
    record Possible(String name, JsonObject labels) implements ReturnPlan {}

    /** The release is no Application, so there is nothing to undo. */
    record Plain() implements ReturnPlan {}

    /** The release is not an Application of the kind. The reason is a sentence without a full stop. */
    record Refused(String reason) implements ReturnPlan {}

    /**
     * Returns the plan for a release.
     *
     * @param release the release as it is stored
     */
    static ReturnPlan of(ApplicationKind kind, JsonObject release) {
        Optional<String> claim = AdoptionRules.otherClaim(kind, release);
        if (claim.isPresent()) {
            return new Refused(claim.get());
        }
        if (!ReleaseConverter.isOf(kind, release)) {
            return new Plain();
        }
        String name = AdoptionRules.nameOf(kind, release);
        JsonObject.Builder labels = JsonObject.builder();
        ReleaseLabels.identity(kind, name).names().forEach(label -> labels.put(label, JsonNull.NULL));
        return new Possible(name, labels.build());
    }
}
