package dev.chartroom.adapters.cel.value;

/** A list. Its class defines equality and {@code +}. For two lists, the class of the left operand decides. */
public interface ListValue {
    int size();

    /** Returns an element, or a CelError if the element does not fit the schema. */
    Object get(int index);

    /** @return a Boolean, or a CelError if the lists cannot be compared */
    Object equalTo(Object other);

    ListValue plus(ListValue other);

    /** @return a Boolean, or a CelError if no element is equal and an element could not be compared */
    default Object contains(Object value) {
        Object result = false;
        for (int i = 0; i < size(); i++) {
            Object equal = Equality.equal(get(i), value);
            if (Boolean.TRUE.equals(equal)) {
                return true;
            }
            if (equal instanceof CelError) {
                result = equal;
            }
        }
        return result;
    }

    /**
     * Compares the lists element by element.
     *
     * @return a Boolean, or a CelError if two elements cannot be compared
     */
    static Object equalInOrder(ListValue a, ListValue b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            Object equal = Equality.equal(a.get(i), b.get(i));
            if (!Boolean.TRUE.equals(equal)) {
                return equal;
            }
        }
        return true;
    }
}
