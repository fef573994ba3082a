package dev.chartroom.domain.version;

/** A spec that cannot be stored, because a rule has no answer for it. The message says why, without the field. */
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

    /** The same, with the place at which the path of the field begins. */
    ConversionException below(String place) {
        return new ConversionException(place + "." + field, String.valueOf(getMessage()));
    }
}
