package dev.chartroom.domain.managedfields;

import java.util.List;

/** A value that does not fit its type. The message lists what is wrong as upstream does. */
final class TypedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TypedException(List<String> errors) {
        super(errors.size() == 1 ? errors.getFirst() : "errors:\n  " + String.join("\n  ", errors), null, false, false);
    }

    TypedException(String error) {
        this(List.of(error));
    }

    /** The text that goes on after what was being done. */
    String text() {
        return String.valueOf(getMessage());
    }
}
