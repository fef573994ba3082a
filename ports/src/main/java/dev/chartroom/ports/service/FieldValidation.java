package dev.chartroom.ports.service;

/** The handling of unknown and duplicate fields (wire contract D29). */
public enum FieldValidation {
    /** Dropped without a warning. */
    IGNORE,
    /** Dropped, with a warning for each field. */
    WARN,
    /** Rejected. */
    STRICT
}
