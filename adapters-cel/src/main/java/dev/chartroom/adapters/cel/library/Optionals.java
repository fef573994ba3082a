package dev.chartroom.adapters.cel.library;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.TypeParamType;
import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import dev.chartroom.adapters.cel.value.Uint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The functions of optional values, and the function to which the macros with two variables expand. dev.cel declares
 * all of these functions except {@code unwrapOpt}.
 */
public final class Optionals {
    private Optionals() {}

    public static Library library() {
        CelType value = TypeParamType.create("V");
        return new Library()
                .member(
                        "unwrapOpt",
                        "optional_unwrapOpt",
                        a -> unwrap(Lists.list(a)),
                        ListType.create(value),
                        ListType.create(OptionalType.create(value)));
    }

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "optional.of", a -> Optional.of(a[0]),
                "optional.none", _ -> Optional.empty(),
                "optional.ofNonZeroValue", a -> isZero(a[0]) ? Optional.empty() : Optional.of(a[0]),
                "optional.unwrap", a -> unwrap(Lists.list(a)),
                "value",
                        a -> optional(a[0])
                                .<Object>map(v -> v)
                                .orElseGet(() -> new CelError("optional.none() dereference")),
                "hasValue", a -> optional(a[0]).isPresent(),
                "first", a -> at(Lists.list(a), 0),
                "last", a -> at(Lists.list(a), Lists.list(a).size() - 1),
                "cel.@mapInsert", Optionals::insert);
    }

    private static Optional<?> optional(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Object at(ListValue list, int index) {
        return list.size() == 0 ? Optional.empty() : Optional.of(list.get(index));
    }

    private static Object unwrap(ListValue list) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            optional(list.get(i)).ifPresent(values::add);
        }
        return PlainList.of(values);
    }

    private static boolean isZero(Object value) {
        return switch (value) {
            case Boolean truth -> !truth;
            case Long number -> number == 0;
            case Uint number -> number.bits() == 0;
            case Double number -> number == 0;
            case String text -> text.isEmpty();
            case Bytes bytes -> bytes.size() == 0;
            case Duration duration -> duration.isZero();
            case ListValue list -> list.size() == 0;
            case MapValue map -> map.size() == 0;
            case CelNull _ -> true;
            case Optional<?> optional -> optional.isEmpty();
            case OpaqueValue opaque -> opaque.isZero();
            default -> false;
        };
    }

    /** Returns a copy of a map with the entries of another map, or with one more entry. */
    private static Object insert(Object[] arguments) {
        PlainMap added = new PlainMap();
        if (arguments.length > 2) {
            added.put(arguments[1], arguments[2]);
        }
        if (arguments[0] instanceof PlainMap map) {
            return map.plus(arguments.length == 2 && arguments[1] instanceof MapValue other ? other : added);
        }
        throw CelFailure.noSuchOverload();
    }
}
