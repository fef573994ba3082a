package dev.chartroom.conformance;

import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.document.ShippedText;
import dev.chartroom.conformance.schema.ResourceSchema;

/** The differences that say nothing about a server, because the twin cannot know what the server knows. */
final class BuiltInRules {
    private BuiltInRules() {}

    /** Returns the accepted differences of a run. */
    static AcceptedRules with(AcceptedRules accepted, ResourceSchema schema) {
        AcceptedRules rules = accepted.with(rules("quoted-group"));
        return schema.columns().isPresent() ? rules : rules.with(rules("unknown-columns"));
    }

    private static AcceptedRules rules(String name) {
        String file = "accepted/" + name + ".yaml";
        return AcceptedRules.read(ShippedText.read(file), file);
    }
}
