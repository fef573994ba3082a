package dev.chartroom.ports.service;

/** What becomes of fields that the schema does not know and of fields that are there twice (wire contract D29). */
public enum FieldValidation {
    /** Dropped in silence. */
    IGNORE,
    /** Dropped, with a warning each. */
    WARN,
    /** Refused. */
    STRICT
}
