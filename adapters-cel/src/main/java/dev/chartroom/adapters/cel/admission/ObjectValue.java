package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value that {@code Object.spec{...}} and the like construct.
 *
 * @param typeName the name of the type, which should be the path to the value, such as {@code Object.spec.template}
 */
record ObjectValue(String typeName, Map<String, Object> fields) implements OpaqueValue {
    @Override
    public TypeValue type() {
        return new TypeValue(typeName);
    }

    @Override
    public Object equalTo(Object other) {
        return other instanceof ObjectValue(String thatType, Map<String, Object> thatFields)
                && typeName.equals(thatType)
                && fields.size() == thatFields.size()
                && fields.entrySet().stream()
                        .allMatch(field -> isEqual(field.getValue(), thatFields.get(field.getKey())));
    }

    private static boolean isEqual(Object value, @Nullable Object other) {
        return other != null && Equality.isEqual(value, other);
    }

    @Override
    public @Nullable Object field(String name) {
        return fields.get(name);
    }

    @Override
    public boolean isZero() {
        return fields.isEmpty();
    }

    /** Returns an error, in kube-apiserver's words, for each value whose type name is not the path to the value. */
    List<String> mismatches() {
        List<String> errors = new ArrayList<>();
        check(this, typeName, errors);
        return errors;
    }

    private static void check(Object value, String path, List<String> errors) {
        switch (value) {
            case ObjectValue(String type, Map<String, Object> fields) -> {
                if (!type.equals(path)) {
                    errors.add("unexpected type name " + GoText.quote(type) + ", expected " + GoText.quote(path)
                            + ", which matches field name path from root Object type");
                }
                fields.forEach((name, field) -> check(field, path + "." + name, errors));
            }
            // Lists and maps have no type name. Lists and maps of the request contain no values with a type name.
            case PlainList list -> {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), path, errors);
                }
            }
            case PlainMap map -> values(map).forEach(entry -> check(entry, path, errors));
            default -> {}
        }
    }

    static List<Object> values(MapValue map) {
        List<Object> values = new ArrayList<>();
        for (Object key : map.keys()) {
            Object value = map.find(key);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }
}
