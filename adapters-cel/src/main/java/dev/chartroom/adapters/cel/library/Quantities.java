package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.DOUBLE;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.QUANTITY;

import dev.chartroom.adapters.cel.type.QuantityValue;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;

/** Kubernetes' library for quantities. */
public final class Quantities {
    private Quantities() {}

    public static Library library() {
        return new Library()
                .global("quantity", "string_to_quantity", a -> QuantityValue.parse((String) a[0]), QUANTITY, STRING)
                .global("isQuantity", "is_quantity_string", a -> isQuantity((String) a[0]), BOOL, STRING)
                .global("sign", "quantity_sign", a -> (long) q(a[0]).amount().signum(), INT, QUANTITY)
                .member("isGreaterThan", "quantity_is_greater_than", a -> compare(a) > 0, BOOL, QUANTITY, QUANTITY)
                .member("isLessThan", "quantity_is_less_than", a -> compare(a) < 0, BOOL, QUANTITY, QUANTITY)
                .member("compareTo", "quantity_compare_to", Quantities::compare, INT, QUANTITY, QUANTITY)
                .member(
                        "asApproximateFloat",
                        "quantity_get_float",
                        a -> q(a[0]).amount().doubleValue(),
                        DOUBLE,
                        QUANTITY)
                .member("asInteger", "quantity_get_int", a -> asInteger(q(a[0])), INT, QUANTITY)
                .member("isInteger", "quantity_is_integer", a -> q(a[0]).asInteger() != null, BOOL, QUANTITY)
                .member("add", "quantity_add", a -> q(a[0]).plus(q(a[1])), QUANTITY, QUANTITY, QUANTITY)
                .member("add", "quantity_add_int", a -> q(a[0]).plus(q(a[1])), QUANTITY, QUANTITY, INT)
                .member("sub", "quantity_sub", a -> q(a[0]).minus(q(a[1])), QUANTITY, QUANTITY, QUANTITY)
                .member("sub", "quantity_sub_int", a -> q(a[0]).minus(q(a[1])), QUANTITY, QUANTITY, INT);
    }

    private static QuantityValue q(Object value) {
        return value instanceof Long number ? QuantityValue.of(number) : (QuantityValue) value;
    }

    private static boolean isQuantity(String text) {
        try {
            return QuantityValue.parse(text) != null;
        } catch (CelFailure _) {
            return false;
        }
    }

    private static long compare(Object[] arguments) {
        return q(arguments[0]).amount().compareTo(q(arguments[1]).amount());
    }

    private static Object asInteger(QuantityValue quantity) {
        Long value = quantity.asInteger();
        return value == null ? new CelError("cannot convert value to integer") : value;
    }
}
