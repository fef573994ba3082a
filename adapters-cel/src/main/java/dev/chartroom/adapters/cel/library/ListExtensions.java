package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.DYN;
import static dev.cel.common.types.SimpleType.INT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeParamType;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** CEL's extensions for lists (version 3) and for sets. dev.cel itself declares the functions for sets. */
public final class ListExtensions {
    private ListExtensions() {}

    public static Library library() {
        CelType element = TypeParamType.create("T");
        CelType list = ListType.create(element);
        CelType any = ListType.create(DYN);
        Library library = new Library()
                .member(
                        "slice",
                        "list_slice",
                        a -> slice(Lists.list(a), number(a[1]), number(a[2])),
                        list,
                        list,
                        INT,
                        INT)
                .member("flatten", "list_flatten", a -> flatten(Lists.list(a), 1), list, ListType.create(list))
                .member("flatten", "list_flatten_int", a -> flatten(Lists.list(a), number(a[1])), any, any, INT)
                .global("lists.range", "lists_range", a -> range(number(a[0])), ListType.create(INT), INT)
                .member("distinct", "list_distinct", a -> distinct(Lists.list(a)), list, list)
                .member(
                        "reverse",
                        "list_reverse",
                        a -> PlainList.of(elements(Lists.list(a)).reversed()),
                        list,
                        list);
        Lists.comparable()
                .forEach((name, type) -> library.member(
                                "sort",
                                "list_" + name + "_sort",
                                a -> sort(Lists.list(a), Lists.list(a)),
                                ListType.create(type),
                                ListType.create(type))
                        .member(
                                SortByMacro.FUNCTION,
                                "list_" + name + "_sortByAssociatedKeys",
                                a -> sort(Lists.list(a), second(a)),
                                list,
                                list,
                                ListType.create(type)));
        return library;
    }

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "sets.contains", a -> contains(Lists.list(a), second(a)),
                "sets.equivalent", a -> equivalent(Lists.list(a), second(a)),
                "sets.intersects", a -> intersects(Lists.list(a), second(a)));
    }

    private static long number(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw CelFailure.noSuchOverload();
    }

    private static ListValue second(Object[] arguments) {
        if (arguments[1] instanceof ListValue list) {
            return list;
        }
        throw CelFailure.noSuchOverload();
    }

    private static List<Object> elements(ListValue list) {
        List<Object> elements = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            elements.add(list.get(i));
        }
        return elements;
    }

    private static Object slice(ListValue list, long start, long end) {
        String call = "cannot slice(" + start + ", " + end + "), ";
        if (start < 0 || end < 0) {
            return new CelError(call + "negative indexes not supported");
        }
        if (start > end) {
            return new CelError(call + "start index must be less than or equal to end index");
        }
        if (list.size() < end) {
            return new CelError(call + "list is length " + list.size());
        }
        return PlainList.of(elements(list).subList((int) start, (int) end));
    }

    private static Object flatten(ListValue list, long depth) {
        if (depth < 0) {
            return new CelError("level must be non-negative");
        }
        List<Object> flat = new ArrayList<>();
        flatten(list, depth, flat);
        return PlainList.of(flat);
    }

    private static void flatten(ListValue list, long depth, List<Object> flat) {
        for (Object element : elements(list)) {
            if (depth > 0 && element instanceof ListValue inner) {
                flatten(inner, depth - 1, flat);
            } else {
                flat.add(element);
            }
        }
    }

    private static Object range(long end) {
        List<Object> numbers = new ArrayList<>();
        for (long i = 0; i < end; i++) {
            numbers.add(i);
        }
        return PlainList.of(numbers);
    }

    private static Object distinct(ListValue list) {
        List<Object> distinct = new ArrayList<>();
        for (Object element : elements(list)) {
            if (distinct.stream().noneMatch(known -> Equality.isEqual(element, known))) {
                distinct.add(element);
            }
        }
        return PlainList.of(distinct);
    }

    private static Object sort(ListValue list, ListValue keys) {
        if (list.size() != keys.size()) {
            throw CelFailure.noSuchOverload();
        }
        List<Object> order = elements(keys);
        for (Object key : order) {
            if (!Types.of(key).equals(Types.of(order.getFirst()))) {
                return new CelError("list elements must have the same type");
            }
        }
        return PlainList.of(IntStream.range(0, order.size())
                .boxed()
                .sorted((a, b) -> Equality.compare(order.get(a), order.get(b)))
                .map(list::get)
                .toList());
    }

    private static Object contains(ListValue list, ListValue sublist) {
        for (Object element : elements(sublist)) {
            Object contained = list.contains(element);
            if (!Boolean.TRUE.equals(contained)) {
                return contained;
            }
        }
        return true;
    }

    private static Object equivalent(ListValue a, ListValue b) {
        Object contains = contains(a, b);
        return Boolean.TRUE.equals(contains) ? contains(b, a) : contains;
    }

    private static Object intersects(ListValue a, ListValue b) {
        return elements(a).stream().anyMatch(element -> Boolean.TRUE.equals(b.contains(element)));
    }
}
