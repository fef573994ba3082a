package dev.chartroom.core.write;

/** The handling of unknown and duplicate fields (wire contract D29). */
public enum FieldValidation {
    /** The server drops the fields without a warning. */
    IGNORE,
    /** The server drops the fields, with a warning for each field. */
    WARN,
    /** The server rejects the request. */
    STRICT
}
