package dev.chartroom.bootstrap.config;

/** Signals that a command cannot run, mostly because of its configuration. The message says where and why. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
