package dev.chartroom.adapters.cel.environment;

import dev.chartroom.adapters.cel.library.NamedFormat;
import dev.chartroom.adapters.cel.library.SortByMacro;
import dev.chartroom.adapters.cel.library.Strings;
import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.Types;
import java.nio.charset.StandardCharsets;

/**
 * The costs of calls, in the units and according to the tables of cel-go and kube-apiserver. The arguments determine
 * each cost, so a call is charged before it runs.
 */
public final class Costs {
    private static final double TRAVERSAL = 0.1;
    private static final double REGEX = 0.25;
    /** The cost of an authorizer check: the cost limit of an expression allows two checks. */
    private static final long AUTHORIZATION = 350_000;

    private static final long LIST = 10;

    private static final long REQUIREMENT = 50;
    /** The base cost of a call that makes a list. */
    private static final long LIST_CALL = 11;

    /**
     * The maximum size of a call's result: the chars of a text, or the elements of a list. The limit applies to calls
     * for which upstream computes the cost without the size of the result.
     */
    private static final long LONGEST = 10_000_000;

    private static final long UNPAYABLE = Long.MAX_VALUE / 4;

    private Costs() {}

    public static long of(String function, Object[] arguments) {
        if (arguments.length == 0) {
            return 1;
        }
        Object first = arguments[0];
        return switch (function) {
            case "startsWith",
                    "endsWith",
                    "bytes",
                    "format",
                    "strings.quote",
                    "url",
                    "lowerAscii",
                    "upperAscii",
                    "substring",
                    "trim",
                    "cidr",
                    "isIP",
                    "isCIDR",
                    "quantity",
                    "isQuantity",
                    "semver",
                    "isSemver",
                    "jsonpatch.escapeKey" -> traversal(size(first));
            case "string" -> first instanceof Bytes bytes ? traversal(bytes.size()) : 1;
            case "ip" -> first instanceof String ? traversal(size(first)) : 1;
            case "ip.isCanonical", "split" -> ceil(size(first) * 2 * TRAVERSAL);
            case "replace" ->
                Strings.lengthReplaced(arguments) > LONGEST ? UNPAYABLE : ceil(size(first) * 2 * TRAVERSAL);
            case "join" -> join(arguments);
            case "check" -> AUTHORIZATION;
            case "fieldSelector", "labelSelector" -> selector(size(arguments[1]));
            case "_==_", "_!=_" ->
                first instanceof OpaqueValue ? 1 : traversal(Math.min(size(first), size(arguments[1])));
            case "_<_", "_<=_", "_>_", "_>=_" ->
                first instanceof String || first instanceof Bytes
                        ? traversal(Math.min(size(first), size(arguments[1])))
                        : 1;
            case "_+_" -> sum(first, arguments[1]);
            case "@in" -> arguments[1] instanceof ListValue list ? list.size() : 1;
            case "contains" -> traversal(size(first)) * traversal(size(arguments[1]));
            case "matches", "find", "findAll" -> regex(size(first), size(arguments[1]));
            case "validate" -> first instanceof NamedFormat format ? regex(size(arguments[1]), format.regexSize()) : 1;
            case "containsIP" -> ceil(size(first) * 2 * TRAVERSAL) + text(arguments[1]);
            case "containsCIDR" -> ceil(size(first) * 2 * TRAVERSAL) + traversal(size(first)) + 1 + text(arguments[1]);
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversalCost(first);
            case "sets.contains", "sets.intersects" -> 1 + size(first) * size(arguments[1]);
            case "sets.equivalent" -> 1 + 2 * size(first) * size(arguments[1]);
            case "reverse" -> LIST_CALL + size(first);
            case "slice" -> LIST_CALL + slice(arguments);
            case "lists.range" -> first instanceof Long n ? LIST_CALL + Math.clamp(n, 0, UNPAYABLE) : LIST_CALL;
            case "flatten" -> LIST_CALL + size(first) * depth(arguments);
            case "distinct", "sort" -> LIST_CALL + compareAll(first);
            case SortByMacro.FUNCTION -> LIST_CALL + compareAll(arguments[1]);
            default -> 1;
        };
    }

    private static long size(Object value) {
        return Types.size(value);
    }

    private static long ceil(double cost) {
        return (long) Math.ceil(cost);
    }

    private static long traversal(long size) {
        return ceil(size * TRAVERSAL);
    }

    private static long text(Object value) {
        return value instanceof String ? traversal(size(value)) : 0;
    }

    private static long regex(long text, long pattern) {
        return ceil((1.0 + text) * TRAVERSAL) * ceil(pattern * REGEX);
    }

    private static long sum(Object first, Object second) {
        if (first instanceof ListValue a && second instanceof ListValue b) {
            return a.size() + b.size() > LONGEST ? UNPAYABLE : 1;
        }
        return first instanceof String || first instanceof Bytes ? traversal(size(first) + size(second)) : 1;
    }

    private static long join(Object[] arguments) {
        if (!(arguments[0] instanceof ListValue list)) {
            return 1;
        }
        long size = arguments.length > 1 ? size(arguments[1]) * Math.max(0, list.size() - 1) : 0;
        for (int i = 0; i < list.size(); i++) {
            size += size(list.get(i));
        }
        return ceil(size * 2 * TRAVERSAL);
    }

    /** Assumes as many requirements as possible: the shortest requirement of a selector has two characters. */
    private static long selector(long size) {
        return LIST + traversal(size) + ceil(size * 0.5) * REQUIREMENT;
    }

    private static long slice(Object[] arguments) {
        return arguments.length > 2 && arguments[1] instanceof Long from && arguments[2] instanceof Long to
                ? Math.clamp(to - from, 0, size(arguments[0]))
                : 0;
    }

    private static long depth(Object[] arguments) {
        return arguments.length > 1 && arguments[1] instanceof Long depth ? Math.clamp(depth, 0, 1000) : 1;
    }

    private static long compareAll(Object value) {
        if (!(value instanceof ListValue list) || list.size() == 0) {
            return 0;
        }
        Object first = list.get(0);
        double factor = first instanceof String || first instanceof Bytes ? 2 + TRAVERSAL : 2;
        return (long) ((double) list.size() * list.size() * factor);
    }

    /** Returns the cost of traversing everything inside a value. */
    private static long traversalCost(Object value) {
        return switch (value) {
            case String text -> (long) (text.getBytes(StandardCharsets.UTF_8).length * TRAVERSAL);
            case Bytes bytes -> (long) (bytes.size() * TRAVERSAL);
            case ListValue list -> {
                long cost = 0;
                for (int i = 0; i < list.size(); i++) {
                    cost += traversalCost(list.get(i));
                }
                yield cost;
            }
            case MapValue map -> {
                long cost = 0;
                for (Object key : map.keys()) {
                    Object entry = map.find(key);
                    cost += traversalCost(key) + (entry == null ? 0 : traversalCost(entry));
                }
                yield cost;
            }
            default -> 1;
        };
    }
}
