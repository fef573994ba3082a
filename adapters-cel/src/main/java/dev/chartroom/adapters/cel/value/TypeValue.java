package dev.chartroom.adapters.cel.value;

/** A type as a value, such as {@code int}; identified by its name. */
public record TypeValue(String name) {
    public static final TypeValue BOOL = new TypeValue("bool");
    public static final TypeValue INT = new TypeValue("int");
    public static final TypeValue UINT = new TypeValue("uint");
    public static final TypeValue DOUBLE = new TypeValue("double");
    public static final TypeValue STRING = new TypeValue("string");
    public static final TypeValue BYTES = new TypeValue("bytes");
    public static final TypeValue LIST = new TypeValue("list");
    public static final TypeValue MAP = new TypeValue("map");
    public static final TypeValue NULL = new TypeValue("null_type");
    public static final TypeValue TYPE = new TypeValue("type");
    public static final TypeValue TIMESTAMP = new TypeValue("google.protobuf.Timestamp");
    public static final TypeValue DURATION = new TypeValue("google.protobuf.Duration");
    public static final TypeValue OPTIONAL = new TypeValue("optional_type");

    @Override
    public String toString() {
        return name;
    }
}
