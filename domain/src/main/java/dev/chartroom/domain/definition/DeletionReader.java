package dev.chartroom.domain.definition;

import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.domain.kind.TextRule;

/** Reads {@code spec.deletion}: which objects clients can delete, and what happens to their resources. */
final class DeletionReader {
    private DeletionReader() {}

    static DeletionPolicy read(DefinitionFields deletion) {
        boolean retains =
                deletion.textOr("policy", "", TextRule.DELETION_POLICY).equals("retain");
        boolean refusesSuspended =
                deletion.textOr("suspended", "", TextRule.SUSPENDED_DELETION).equals("refuse");
        if (retains && refusesSuspended) {
            // After a failure between the two writes of a deletion, the release is suspended and the client must retry.
            deletion.problem(
                    "suspended",
                    "must not be refuse if policy is retain, because Chartroom itself suspends the release");
        }
        return new DeletionPolicy(retains, deletion.flag("protected", false), refusesSuspended);
    }
}
