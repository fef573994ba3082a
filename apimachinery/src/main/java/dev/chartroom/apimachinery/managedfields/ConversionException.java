package dev.chartroom.apimachinery.managedfields;

/**
 * Thrown if a spec cannot be stored because a rule cannot convert it. The message has the reason, without the field.
 */
public final class ConversionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;

    /** @param field the path of a field in the version of the spec */
    public ConversionException(String field, String why) {
        super(why);
        this.field = field;
    }

    public String field() {
        return field;
    }

    /** Returns a copy in which {@code place} precedes the field path. */
    public ConversionException below(String place) {
        return new ConversionException(place + "." + field, String.valueOf(getMessage()));
    }
}
