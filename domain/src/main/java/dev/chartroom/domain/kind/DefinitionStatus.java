package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of a kind definition, said in the conditions that a CustomResourceDefinition has.
 *
 * @param objects how many objects of the kind there are, where that is known
 */
public record DefinitionStatus(List<Condition> conditions, OptionalLong objects) {
    private static final String CHART_FOUND = "ChartFound";
    private static final Condition VALID = new Condition("Accepted", Answer.TRUE, "Valid", "the definition is valid");
    private static final Condition NO_CONFLICTS =
            new Condition("NamesAccepted", Answer.TRUE, "NoConflicts", "no conflicts found");

    public DefinitionStatus {
        conditions = List.copyOf(conditions);
    }

    /** Of which it is not known how many objects there are. */
    public DefinitionStatus(List<Condition> conditions) {
        this(conditions, OptionalLong.empty());
    }

    /** The same with a number of objects. */
    public DefinitionStatus withObjects(OptionalLong number) {
        return new DefinitionStatus(conditions, number);
    }

    /** What somebody has to know who knows one thing of it: the first that is not so, or else the last that is. */
    public Condition headline() {
        return conditions.stream()
                .filter(condition -> condition.status() == Answer.FALSE)
                .findFirst()
                .orElseGet(conditions::getLast);
    }

    /**
     * One thing that can be said of a definition.
     *
     * @param reason why, in one word
     * @param message why, in a sentence
     */
    public record Condition(String type, Answer status, String reason, String message) {}

    /** Whether it is so. */
    public enum Answer {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        /** As a condition's {@code status} says it. */
        public String text() {
            return text;
        }
    }

    /** Whether the kind of the definition is served, be it as the definition was before. */
    boolean isEstablished() {
        return conditions.stream()
                .anyMatch(condition -> condition.type().equals("Established") && condition.status() == Answer.TRUE);
    }

    static DefinitionStatus served(Declaration.Valid declaration) {
        List<Condition> conditions = new ArrayList<>(List.of(VALID, NO_CONFLICTS));
        if (!declaration.warnings().isEmpty()) {
            conditions.add(new Condition(
                    "StructuralSchema",
                    Answer.FALSE,
                    "Pruned",
                    "the kind is served without parts of its schema: " + String.join("; ", declaration.warnings())));
        }
        chartFound(declaration.chart()).ifPresent(conditions::add);
        conditions.add(new Condition("Established", Answer.TRUE, "Served", "the kind is served"));
        return new DefinitionStatus(conditions);
    }

    private static Optional<Condition> chartFound(ChartPresence chart) {
        return switch (chart) {
            case ChartPresence.Unasked _ -> Optional.empty();
            case ChartPresence.Found(var ref) ->
                Optional.of(new Condition(CHART_FOUND, Answer.TRUE, "Found", ref + " exists"));
            case ChartPresence.Missing(var ref) ->
                Optional.of(new Condition(
                        CHART_FOUND,
                        Answer.FALSE,
                        "ChartNotFound",
                        ref
                                + " does not exist; the kind is served, but Flux can install and upgrade none of its"
                                + " releases"));
            case ChartPresence.Unknown(var ref, var why) ->
                Optional.of(new Condition(
                        CHART_FOUND, Answer.UNKNOWN, "NotLookedFor", ref + " could not be looked for: " + why));
        };
    }

    static DefinitionStatus namesTaken(String why) {
        return new DefinitionStatus(List.of(
                VALID,
                new Condition("NamesAccepted", Answer.FALSE, "Conflict", why),
                notServed("its names are taken")));
    }

    /** Of a definition that became a bad one: what it declared before is served on. */
    static DefinitionStatus refusedChange(String reason, String why) {
        return new DefinitionStatus(List.of(
                new Condition("Accepted", Answer.FALSE, reason, why),
                NO_CONFLICTS,
                new Condition("Established", Answer.TRUE, "ServedAsBefore", "what it declared before is served")));
    }

    static DefinitionStatus refused(String reason, String why) {
        return new DefinitionStatus(List.of(
                new Condition("Accepted", Answer.FALSE, reason, why),
                new Condition("NamesAccepted", Answer.UNKNOWN, "NotAccepted", "the definition is not accepted"),
                notServed("the definition is not accepted")));
    }

    private static Condition notServed(String why) {
        return new Condition("Established", Answer.FALSE, "NotAccepted", why);
    }
}
