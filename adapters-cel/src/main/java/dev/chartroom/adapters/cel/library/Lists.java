package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.INT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.Uint;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Kubernetes' functions for lists. */
public final class Lists {
    private static final Map<CelType, Object> SUMMABLE = Map.of(
            SimpleType.INT,
            0L,
            SimpleType.UINT,
            new Uint(0),
            SimpleType.DOUBLE,
            0.0,
            SimpleType.DURATION,
            Duration.ZERO);

    private Lists() {}

    public static Library library() {
        CelType element = TypeParamType.create("A");
        CelType list = ListType.create(element);
        Library library = new Library()
                .member("indexOf", "list_a_index_of_int", a -> indexOf(list(a), a[1]), INT, list, element)
                .member("lastIndexOf", "list_a_last_index_of_int", a -> lastIndexOf(list(a), a[1]), INT, list, element);
        comparable()
                .forEach((name, type) -> library.member(
                                "isSorted",
                                "list_" + name + "_is_sorted_bool",
                                a -> isSorted(list(a)),
                                BOOL,
                                ListType.create(type))
                        .member(
                                "min",
                                "list_" + name + "_min_" + name,
                                a -> extreme(list(a), "min", -1),
                                type,
                                ListType.create(type))
                        .member(
                                "max",
                                "list_" + name + "_max_" + name,
                                a -> extreme(list(a), "max", 1),
                                type,
                                ListType.create(type)));
        SUMMABLE.forEach((type, zero) -> library.member(
                "sum", "list_" + type.name() + "_sum", a -> sum(list(a), zero), type, ListType.create(type)));
        return library;
    }

    /** Returns the types whose values have an order, by name. */
    static Map<String, CelType> comparable() {
        Map<String, CelType> types = new LinkedHashMap<>();
        types.put("int", SimpleType.INT);
        types.put("uint", SimpleType.UINT);
        types.put("double", SimpleType.DOUBLE);
        types.put("bool", SimpleType.BOOL);
        types.put("duration", SimpleType.DURATION);
        types.put("timestamp", SimpleType.TIMESTAMP);
        types.put("string", SimpleType.STRING);
        types.put("bytes", SimpleType.BYTES);
        return types;
    }

    static ListValue list(Object[] arguments) {
        if (arguments[0] instanceof ListValue list) {
            return list;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Object indexOf(ListValue list, Object value) {
        for (int i = 0; i < list.size(); i++) {
            if (Equality.isEqual(list.get(i), value)) {
                return (long) i;
            }
        }
        return -1L;
    }

    private static Object lastIndexOf(ListValue list, Object value) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (Equality.isEqual(list.get(i), value)) {
                return (long) i;
            }
        }
        return -1L;
    }

    private static Object isSorted(ListValue list) {
        for (int i = 1; i < list.size(); i++) {
            if (Equality.compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    /** @param sign 1 to find the maximum, -1 to find the minimum */
    private static Object extreme(ListValue list, String name, int sign) {
        if (list.size() == 0) {
            return new CelError(name + " called on empty list");
        }
        Object found = list.get(0);
        for (int i = 1; i < list.size(); i++) {
            Object element = list.get(i);
            if (Integer.signum(Equality.compare(element, found)) == sign) {
                found = element;
            }
        }
        return found;
    }

    private static Object sum(ListValue list, Object zero) {
        Object sum = zero;
        for (int i = 0; i < list.size(); i++) {
            sum = Arithmetic.plus(sum, list.get(i));
        }
        return sum;
    }
}
