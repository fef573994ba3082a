package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainMap;
import dev.chartroom.adapters.cel.value.Uint;

/**
 * {@code value in [...]} with a constant list. It costs nothing, so it must take constant time: it is a hash lookup.
 */
record Membership(Node value, PlainMap elements) implements Node {
    /** Returns whether all elements have types that the lookup supports. */
    static boolean isPossible(ListValue list) {
        for (int i = 0; i < list.size(); i++) {
            if (!isKey(list.get(i))) {
                return false;
            }
        }
        return true;
    }

    static Membership of(Node value, ListValue list) {
        PlainMap elements = new PlainMap();
        for (int i = 0; i < list.size(); i++) {
            elements.put(list.get(i), true);
        }
        return new Membership(value, elements);
    }

    private static boolean isKey(Object value) {
        return value instanceof String
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof Uint
                || value instanceof Double number && !number.isNaN();
    }

    @Override
    public Object eval(EvaluationFrame frame) {
        Object found = value.eval(frame);
        return found instanceof CelError ? found : isKey(found) && elements.find(found) != null;
    }
}
