package dev.chartroom.adapters.cel.value;

import java.time.Duration;
import java.util.Optional;

/** Go's names of the types of values, for messages that must equal kube-apiserver's. */
public final class GoTypes {
    private GoTypes() {}

    /** Returns the cel-go type of a value. */
    public static String ofValue(Object value) {
        return switch (value) {
            case Boolean _ -> "types.Bool";
            case Long _ -> "types.Int";
            case Uint _ -> "types.Uint";
            case Double _ -> "types.Double";
            case String _ -> "types.String";
            case Bytes _ -> "types.Bytes";
            case Timestamp _ -> "types.Timestamp";
            case Duration _ -> "types.Duration";
            case CelNull _ -> "types.Null";
            case TypeValue _ -> "*types.Type";
            case Optional<?> _ -> "*types.Optional";
            case PlainList _, PlainMap _ -> ofContent(value);
            default -> Types.of(value).name();
        };
    }

    /** Returns the Go type inside a cel-go value. */
    public static String ofContent(Object value) {
        return switch (value) {
            case Boolean _ -> "bool";
            case Long _ -> "int64";
            case Uint _ -> "uint64";
            case Double _ -> "float64";
            case String _ -> "string";
            case Bytes _ -> "[]uint8";
            case Timestamp _ -> "time.Time";
            case Duration _ -> "time.Duration";
            case CelNull _ -> "structpb.NullValue";
            case TypeValue _ -> "string";
            case Optional<?> optional when optional.isPresent() -> ofContent(optional.get());
            case Optional<?> _ -> "<nil>";
            case PlainList _ -> "[]ref.Val";
            case ListValue _ -> "[]interface {}";
            case PlainMap _ -> "map[ref.Val]ref.Val";
            case MapValue _ -> "map[string]interface {}";
            default -> Types.of(value).name();
        };
    }
}
