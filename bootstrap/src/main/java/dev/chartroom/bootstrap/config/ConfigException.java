package dev.chartroom.bootstrap.config;

/** The configuration makes no sense; the message says where and why. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
