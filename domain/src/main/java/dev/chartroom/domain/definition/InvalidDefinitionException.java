package dev.chartroom.domain.definition;

import java.util.List;

/** Thrown if a definition is invalid. Has no stack trace, because an invalid definition is an expected outcome. */
final class InvalidDefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    /** @param problems at least one sentence; a sentence about a field begins with the path of the field */
    InvalidDefinitionException(List<String> problems) {
        super(String.join("; ", problems), null, false, false);
        this.problems = List.copyOf(problems);
    }

    List<String> problems() {
        return problems;
    }
}
