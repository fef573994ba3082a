package dev.chartroom.adapters.cel.program;

import java.util.Map;

/** Constructs values of message types. Stateless. */
public interface Structs {
    /** Has no message types. */
    Structs NONE = new Structs() {
        @Override
        public boolean knows(String type) {
            return false;
        }

        @Override
        public Object construct(String type, Map<String, Object> fields) {
            throw new IllegalArgumentException("no message type: " + type);
        }
    };

    boolean knows(String type);

    /**
     * @param type a known type
     * @param fields the values that the expression sets, in order; the caller does not change the map afterwards
     * @return a value, or a CelError
     */
    Object construct(String type, Map<String, Object> fields);
}
