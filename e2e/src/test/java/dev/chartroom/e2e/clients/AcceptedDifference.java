package dev.chartroom.e2e.clients;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An intended difference. {@code docs/api-compatibility.md} explains it under its id.
 *
 * @param reason one sentence
 * @param cases the cases that must all show it
 * @param crd matches a part of a step's output with a CRD
 * @param chartroom matches the corresponding part with Chartroom
 */
record AcceptedDifference(String id, String reason, List<String> cases, Pattern crd, Pattern chartroom) {
    private static final Set<String> FIELDS = Set.of("id", "reason", "cases", "crd", "chartroom");

    /**
     * The output of a step on both sides.
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
     * Reads a difference.
     *
     * @throws IllegalArgumentException if a field is missing or unknown
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

    /** Returns whether both outputs match their patterns and differ. */
    boolean isIn(Shown shown) {
        return !shown.same()
                && crd.matcher(shown.crd()).find()
                && chartroom.matcher(shown.chartroom()).find();
    }

    /** Replaces the matches on both sides by the id, so that only other differences remain. */
    Shown without(Shown shown) {
        String sign = Matcher.quoteReplacement("<" + id + ">");
        return new Shown(
                crd.matcher(shown.crd()).replaceAll(sign),
                chartroom.matcher(shown.chartroom()).replaceAll(sign));
    }
}
