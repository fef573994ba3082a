package dev.chartroom.domain.kind;

import java.util.List;

/** What became of a kind definition, said in the conditions that a CustomResourceDefinition has. */
public record DefinitionStatus(List<Condition> conditions) {
    private static final Condition VALID = new Condition("Accepted", Answer.TRUE, "Valid", "the definition is valid");

    public DefinitionStatus {
        conditions = List.copyOf(conditions);
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

    static DefinitionStatus served() {
        return new DefinitionStatus(List.of(
                VALID,
                new Condition("NamesAccepted", Answer.TRUE, "NoConflicts", "no conflicts found"),
                new Condition("Established", Answer.TRUE, "Served", "the kind is served")));
    }

    static DefinitionStatus namesTaken(String why) {
        return new DefinitionStatus(List.of(
                VALID,
                new Condition("NamesAccepted", Answer.FALSE, "Conflict", why),
                notServed("its names are taken")));
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
