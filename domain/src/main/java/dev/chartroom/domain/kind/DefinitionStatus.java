package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a kind definition, as conditions like those of a CustomResourceDefinition.
 *
 * @param objects the number of objects of the kind, if it is known
 */
public record DefinitionStatus(List<Condition> conditions, OptionalLong objects) {
    private static final String CHART_FOUND = "ChartFound";
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
     */
    public Condition headline() {
        return conditions.stream()
                .filter(condition -> condition.status() == ConditionStatus.FALSE)
                .findFirst()
                .orElseGet(conditions::getLast);
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

        /** Returns the text of a condition's {@code status}. */
        public String text() {
            return text;
        }
    }

    /** Returns whether the kind is served, possibly as an earlier version of the definition declares it. */
    boolean isEstablished() {
        return conditions.stream()
                .anyMatch(condition ->
                        condition.type().equals("Established") && condition.status() == ConditionStatus.TRUE);
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
        return new DefinitionStatus(conditions);
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
        return new DefinitionStatus(List.of(
                VALID,
                new Condition("NamesAccepted", ConditionStatus.FALSE, "Conflict", why),
                notServed("its names are taken")));
    }

    /** Returns the status of a rejected update: the kind is served as the definition declared it before the update. */
    static DefinitionStatus refusedChange(String reason, String why) {
        return new DefinitionStatus(List.of(
                new Condition("Accepted", ConditionStatus.FALSE, reason, why),
                NO_CONFLICTS,
                new Condition(
                        "Established",
                        ConditionStatus.TRUE,
                        "ServedAsBefore",
                        "the last valid version of the definition is served")));
    }

    static DefinitionStatus refused(String reason, String why) {
        return new DefinitionStatus(List.of(
                new Condition("Accepted", ConditionStatus.FALSE, reason, why),
                new Condition(
                        "NamesAccepted", ConditionStatus.UNKNOWN, "NotAccepted", "the definition is not accepted"),
                notServed("the definition is not accepted")));
    }

    private static Condition notServed(String why) {
        return new Condition("Established", ConditionStatus.FALSE, "NotAccepted", why);
    }
}
