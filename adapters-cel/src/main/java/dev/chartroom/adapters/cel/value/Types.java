package dev.chartroom.adapters.cel.value;

import java.time.Duration;
import java.util.Optional;

/** The type and the size of a value. */
public final class Types {
    private Types() {}

    /** @throws CelFailure if the value is a CelError */
    public static TypeValue of(Object value) {
        return switch (value) {
            case Boolean _ -> TypeValue.BOOL;
            case Long _ -> TypeValue.INT;
            case Uint _ -> TypeValue.UINT;
            case Double _ -> TypeValue.DOUBLE;
            case String _ -> TypeValue.STRING;
            case Bytes _ -> TypeValue.BYTES;
            case Timestamp _ -> TypeValue.TIMESTAMP;
            case Duration _ -> TypeValue.DURATION;
            case ListValue _ -> TypeValue.LIST;
            case MapValue _ -> TypeValue.MAP;
            case CelNull _ -> TypeValue.NULL;
            case TypeValue _ -> TypeValue.TYPE;
            case Optional<?> _ -> TypeValue.OPTIONAL;
            case OpaqueValue opaque -> opaque.type();
            case CelError error -> throw new CelFailure(error.message());
            default -> throw new IllegalArgumentException("not a CEL value: " + value.getClass());
        };
    }

    /** Returns the number of elements, code points or bytes that costs are computed from; 1 for other values. */
    public static long size(Object value) {
        return switch (value) {
            case String text -> Texts.size(text);
            case Bytes bytes -> bytes.size();
            case ListValue list -> list.size();
            case MapValue map -> map.size();
            case OpaqueValue opaque -> opaque.size();
            case Optional<?> optional when optional.isPresent() -> size(optional.get());
            default -> 1;
        };
    }
}
