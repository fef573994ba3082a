package dev.chartroom.e2e.clients;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A difference that is there on purpose. {@code docs/api-compatibility.md} names its id and says more.
 *
 * @param reason one sentence
 * @param cases those that show it, and every one of them has to
 * @param crd what is in a step's text with a CRD
 * @param chartroom what is in its place with Chartroom
 */
record AcceptedDifference(String id, String reason, List<String> cases, Pattern crd, Pattern chartroom) {
    private static final Set<String> FIELDS = Set.of("id", "reason", "cases", "crd", "chartroom");

    /**
     * What a step showed on both sides.
     *
     * @param crd with a CRD
     * @param chartroom with Chartroom
     */
    record Shown(String crd, String chartroom) {
        boolean same() {
            return crd.equals(chartroom);
        }
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException where a field is missing or unknown
     */
    static AcceptedDifference read(JsonObject difference) {
        if (!difference.names().equals(FIELDS)) {
            throw new IllegalArgumentException("an accepted difference has " + FIELDS + ": " + difference);
        }
        return new AcceptedDifference(
                difference.stringOrEmpty("id"),
                difference.stringOrEmpty("reason"),
                difference.arrayOrEmpty("cases").values().stream()
                        .map(name -> ((JsonString) name).value())
                        .toList(),
                Pattern.compile(difference.stringOrEmpty("crd")),
                Pattern.compile(difference.stringOrEmpty("chartroom")));
    }

    /** Whether this difference is in what was shown: the one text on the one side and the other on the other. */
    boolean isIn(Shown shown) {
        return !shown.same()
                && crd.matcher(shown.crd()).find()
                && chartroom.matcher(shown.chartroom()).find();
    }

    /** What was shown with the id in both places, so that only other differences are left. */
    Shown without(Shown shown) {
        String sign = Matcher.quoteReplacement("<" + id + ">");
        return new Shown(
                crd.matcher(shown.crd()).replaceAll(sign),
                chartroom.matcher(shown.chartroom()).replaceAll(sign));
    }
}
