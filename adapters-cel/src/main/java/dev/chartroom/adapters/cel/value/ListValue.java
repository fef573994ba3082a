package dev.chartroom.adapters.cel.value;

/** A list. Its class says what equality and {@code +} mean; the left operand decides. */
public interface ListValue {
    int size();

    /** The element, which may be a CelError where it is none that the schema admits. */
    Object get(int index);

    /** @return a Boolean, or a CelError where they cannot be compared */
    Object equalTo(Object other);

    ListValue plus(ListValue other);

    /** @return a Boolean, or a CelError where no element is equal and one could not be compared */
    default Object contains(Object value) {
        Object answer = false;
        for (int i = 0; i < size(); i++) {
            Object equal = Equality.equal(get(i), value);
            if (Boolean.TRUE.equals(equal)) {
                return true;
            }
            if (equal instanceof CelError) {
                answer = equal;
            }
        }
        return answer;
    }

    /** Whether element for element the lists are equal. */
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
