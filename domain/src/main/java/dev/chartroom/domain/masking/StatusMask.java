package dev.chartroom.domain.masking;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Masks the texts of a Status that may quote what a client sent: those of bodies that are refused. */
record StatusMask(MaskNode root) {
    private static final Set<String> QUOTING = Set.of("Invalid", "BadRequest");
    /** The group of what is said in the query. */
    private static final String OPTIONS = "meta.k8s.io";

    private static final Set<String> HEADER = Set.of("apiVersion", "kind", "metadata");
    private static final Pattern SEGMENT = Pattern.compile("[^.\\[\\]]+");

    JsonObject apply(JsonObject status) {
        if (!QUOTING.contains(status.stringOrEmpty("reason"))) {
            return status;
        }
        JsonObject details = status.objectOrEmpty("details");
        if (details.stringOrEmpty("group").equals(OPTIONS)) {
            return status;
        }
        JsonArray causes = details.arrayOrEmpty("causes");
        JsonArray masked = causes.map(this::cause);
        if (!causes.isEmpty() && masked.equals(causes)) {
            return status;
        }
        JsonObject unreadable = status.with("message", ValueMask.MASK);
        return causes.isEmpty() ? unreadable : unreadable.with("details", details.with("causes", masked));
    }

    private JsonValue cause(JsonValue cause) {
        return cause instanceof JsonObject object && mayQuote(object.stringOrEmpty("field"))
                ? object.with("message", ValueMask.MASK)
                : cause;
    }

    /** True for a field that is sensitive, is in such a one or holds one, and for what is no field of the object. */
    private boolean mayQuote(String field) {
        MaskNode node = root;
        boolean first = true;
        for (MatchResult segment : SEGMENT.matcher(field).results().toList()) {
            String name = segment.group();
            if (first && !name.equals("spec")) {
                return !HEADER.contains(name);
            }
            first = false;
            node = node.child(name);
            if (node.isEmpty() || node.sensitive()) {
                return node.sensitive();
            }
        }
        return true;
    }
}
