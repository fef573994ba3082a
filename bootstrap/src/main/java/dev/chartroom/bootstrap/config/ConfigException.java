package dev.chartroom.bootstrap.config;

import java.util.List;

/** Signals that a command cannot run, mostly because of its configuration. The message says where and why. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // an immutable list of strings
    private final List<String> problems;

    public ConfigException(String message) {
        this(List.of(message));
    }

    /** @param problems at least one sentence */
    public ConfigException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns the sentences of the message. Each is for a line of its own. */
    public List<String> problems() {
        return problems;
    }
}
