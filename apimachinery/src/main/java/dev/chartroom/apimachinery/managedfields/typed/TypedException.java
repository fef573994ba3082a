package dev.chartroom.apimachinery.managedfields.typed;

import java.util.List;

/** Thrown if a value does not fit its type. The message lists the errors as upstream does. */
public final class TypedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TypedException(List<String> errors) {
        super(errors.size() == 1 ? errors.getFirst() : "errors:\n  " + String.join("\n  ", errors), null, false, false);
    }

    public TypedException(String error) {
        this(List.of(error));
    }

    /** Returns the errors. Callers prepend the operation that failed. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
