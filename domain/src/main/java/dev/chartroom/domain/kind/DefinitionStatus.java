package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a kind definition, as conditions like those of a CustomResourceDefinition. The conditions Ready and
 * Stalled summarize them, for clients that compute a status as kstatus does.
 *
 * @param objects the number of objects of the kind, if it is known
 */
public record DefinitionStatus(List<Condition> conditions, OptionalLong objects) {
    private static final String CHART_FOUND = "ChartFound";
    private static final String READY = "Ready";
    private static final String STALLED = "Stalled";
    private static final Condition VALID =
            new Condition("Accepted", ConditionStatus.TRUE, "Valid", "the definition is valid");
    private static final Condition NO_CONFLICTS =
            new Condition("NamesAccepted", ConditionStatus.TRUE, "NoConflicts", "no conflicts found");

    public DefinitionStatus {
        conditions = List.copyOf(conditions);
    }

    /** Creates a status with an unknown number of objects. */
    public DefinitionStatus(List<Condition> conditions) {
        this(conditions, OptionalLong.empty());
    }

    /** Returns a copy with this number of objects. */
    public DefinitionStatus withObjects(OptionalLong number) {
        return new DefinitionStatus(conditions, number);
    }

    /**
     * Returns the most important condition: the first condition that is false, or the last condition if none is false.
     * A summary is not a headline.
     */
    public Condition headline() {
        return headline(conditions.stream()
                .filter(condition ->
                        !condition.type().equals(READY) && !condition.type().equals(STALLED))
                .toList());
    }

    private static Condition headline(List<Condition> reported) {
        return reported.stream()
                .filter(condition -> condition.status() == ConditionStatus.FALSE)
                .findFirst()
                .orElseGet(reported::getLast);
    }

    /**
     * Adds the summary. A definition is ready if the kind is served as it declares it. Otherwise it is stalled, unless
     * it waits for its chart.
     */
    private static DefinitionStatus summarized(List<Condition> reported) {
        Condition headline = headline(reported);
        boolean isReady = isTrue(reported, "Accepted") && isTrue(reported, "Established");
        boolean isStalled = !isReady && !Declaration.Refused.isWaiting(headline.reason());
        List<Condition> all = new ArrayList<>(reported);
        all.add(new Condition(READY, ConditionStatus.of(isReady), headline.reason(), headline.message()));
        all.add(new Condition(STALLED, ConditionStatus.of(isStalled), headline.reason(), headline.message()));
        return new DefinitionStatus(all);
    }

    private static boolean isTrue(List<Condition> conditions, String type) {
        return conditions.stream()
                .anyMatch(condition -> condition.type().equals(type) && condition.status() == ConditionStatus.TRUE);
    }

    /**
     * A condition of a definition.
     *
     * @param reason the cause, in one word
     * @param message the cause, in a sentence
     */
    public record Condition(String type, ConditionStatus status, String reason, String message) {}

    /** The status of a condition. */
    public enum ConditionStatus {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String text;

        ConditionStatus(String text) {
            this.text = text;
        }

        static ConditionStatus of(boolean isTrue) {
            return isTrue ? TRUE : FALSE;
        }

        /** Returns the text of a condition's {@code status}. */
        public String text() {
            return text;
        }
    }

    /** Returns whether the kind is served, possibly as an earlier version of the definition declares it. */
    boolean isEstablished() {
        return isTrue(conditions, "Established");
    }

    static DefinitionStatus served(Declaration.Valid declaration) {
        List<Condition> conditions = new ArrayList<>(List.of(VALID, NO_CONFLICTS));
        if (!declaration.warnings().isEmpty()) {
            conditions.add(new Condition(
                    "StructuralSchema",
                    ConditionStatus.FALSE,
                    "Pruned",
                    "the kind is served without parts of its schema: " + String.join("; ", declaration.warnings())));
        }
        chartFound(declaration.chart()).ifPresent(conditions::add);
        conditions.add(new Condition("Established", ConditionStatus.TRUE, "Served", "the kind is served"));
        return summarized(conditions);
    }

    private static Optional<Condition> chartFound(ChartPresence chart) {
        return switch (chart) {
            case ChartPresence.NotLookedUp _ -> Optional.empty();
            case ChartPresence.Found(var ref) ->
                Optional.of(new Condition(CHART_FOUND, ConditionStatus.TRUE, "Found", ref + " exists"));
            case ChartPresence.Missing(var ref) ->
                Optional.of(new Condition(
                        CHART_FOUND,
                        ConditionStatus.FALSE,
                        "ChartNotFound",
                        ref
                                + " does not exist; the kind is served, but Flux cannot install or upgrade its"
                                + " releases"));
            case ChartPresence.Unknown(var ref, var why) ->
                Optional.of(new Condition(
                        CHART_FOUND, ConditionStatus.UNKNOWN, "NotLookedFor", ref + " could not be looked up: " + why));
        };
    }

    static DefinitionStatus namesTaken(String why) {
        return summarized(List.of(
                VALID,
                new Condition("NamesAccepted", ConditionStatus.FALSE, "Conflict", why),
                notServed("its names are taken")));
    }

    /** Returns the status of a rejected update: the kind is served as the definition declared it before the update. */
    static DefinitionStatus refusedChange(String reason, String why) {
        return summarized(List.of(
                new Condition("Accepted", ConditionStatus.FALSE, reason, why),
                NO_CONFLICTS,
                new Condition(
                        "Established",
                        ConditionStatus.TRUE,
                        "ServedAsBefore",
                        "the last valid version of the definition is served")));
    }

    static DefinitionStatus refused(String reason, String why) {
        return summarized(List.of(
                new Condition("Accepted", ConditionStatus.FALSE, reason, why),
                new Condition(
                        "NamesAccepted", ConditionStatus.UNKNOWN, "NotAccepted", "the definition is not accepted"),
                notServed("the definition is not accepted")));
    }

    private static Condition notServed(String why) {
        return new Condition("Established", ConditionStatus.FALSE, "NotAccepted", why);
    }
}
