package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.conversion.NameRules;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Optional;

/** The reasons why a release cannot become an Application of a kind. */
final class AdoptionRules {
    private static final String KIND_LABEL = "/application.kind";

    private AdoptionRules() {}

    /** Returns the reason in one sentence without a full stop; empty if the release can become an Application. */
    static Optional<String> refusal(ApplicationKind kind, JsonObject release) {
        if (release.objectOrEmpty("metadata").has("deletionTimestamp")) {
            return Optional.of("the HelmRelease is being deleted");
        }
        Optional<String> claim = otherClaim(kind, release);
        if (claim.isPresent()) {
            return claim;
        }
        Optional<String> replaced = replacedLabel(kind, release);
        if (replaced.isPresent()) {
            return replaced;
        }
        if (!ReleaseConverter.isNamedAsOf(kind, release)) {
            return Optional.of("its name does not begin with \""
                    + kind.release().prefix() + "\", the prefix of " + kind.groupResource());
        }
        return nameProblem(kind, nameOf(kind, release));
    }

    /**
     * Returns the sentence about labels that identify the release as an object of another kind, served or not; empty if
     * there are none.
     */
    static Optional<String> otherClaim(ApplicationKind kind, JsonObject release) {
        JsonObject labels = release.objectOrEmpty("metadata").objectOrEmpty("labels");
        return labels.members().entrySet().stream()
                .filter(label -> label.getKey().endsWith(KIND_LABEL) && label.getValue() instanceof JsonString)
                // A label of the user of an object has the prefix of the group.
                .filter(label -> !label.getKey().startsWith(kind.group() + "-"))
                .map(label -> new Claim(
                        label.getKey().substring(0, label.getKey().length() - KIND_LABEL.length()),
                        labels.stringOrEmpty(label.getKey())))
                .filter(claim -> !claim.isOf(kind))
                .findFirst()
                .map(Claim::sentence);
    }

    /** Returns the sentence about an identity label whose value the adoption would replace; empty if there is none. */
    private static Optional<String> replacedLabel(ApplicationKind kind, JsonObject release) {
        if (!ReleaseConverter.isNamedAsOf(kind, release)) {
            return Optional.empty();
        }
        JsonObject labels = release.objectOrEmpty("metadata").objectOrEmpty("labels");
        JsonObject identity = ReleaseLabels.identity(kind, nameOf(kind, release));
        return identity.names().stream()
                .filter(label ->
                        labels.has(label) && !labels.stringOrEmpty(label).equals(identity.stringOrEmpty(label)))
                .findFirst()
                .map(label -> "its label " + label + " is already \"" + labels.stringOrEmpty(label) + "\"");
    }

    /** Returns the sentence about the name of the object; empty if the name is valid. */
    static Optional<String> nameProblem(ApplicationKind kind, String name) {
        List<FieldError> errors = NameRules.check(kind, name);
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of("the name of its object, \"" + name + "\", is not valid: "
                        + errors.getFirst().message());
    }

    /** Returns the name of the object; the release must have the prefix of the kind. */
    static String nameOf(ApplicationKind kind, JsonObject release) {
        return release.objectOrEmpty("metadata")
                .stringOrEmpty("name")
                .substring(kind.release().prefix().length());
    }

    /** The kind in the labels of a release. */
    private record Claim(String group, String kind) {
        boolean isOf(ApplicationKind other) {
            return group.equals(other.group()) && kind.equals(other.names().kind());
        }

        String sentence() {
            return "its labels name the kind " + kind + " of " + group;
        }
    }
}
