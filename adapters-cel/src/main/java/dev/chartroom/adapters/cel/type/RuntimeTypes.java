package dev.chartroom.adapters.cel.type;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Types;
import java.util.List;
import java.util.Optional;

/** The types of Kubernetes' libraries. Decides whether values are of a type. */
public final class RuntimeTypes {
    public static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    public static final CelType URL = OpaqueType.create("kubernetes.URL");
    public static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    public static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    public static final CelType IP = OpaqueType.create("net.IP");
    public static final CelType CIDR = OpaqueType.create("net.CIDR");

    public static final CelType AUTHORIZER = authorization("Authorizer");
    public static final CelType PATH_CHECK = authorization("PathCheck");
    public static final CelType GROUP_CHECK = authorization("GroupCheck");
    public static final CelType RESOURCE_CHECK = authorization("ResourceCheck");
    public static final CelType DECISION = authorization("Decision");

    private RuntimeTypes() {}

    private static CelType authorization(String name) {
        return OpaqueType.create("kubernetes.authorization." + name);
    }

    /** Returns the type as a CEL value. */
    static TypeValue value(CelType type) {
        return new TypeValue(type.name());
    }

    public static boolean fit(List<CelType> types, Object[] values) {
        if (types.size() != values.length) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if (!fits(types.get(i), values[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(CelType type, Object value) {
        return switch (type.kind()) {
            case DYN, ANY, TYPE_PARAM -> true;
            case LIST -> value instanceof ListValue list && fitsElements((ListType) type, list);
            case MAP -> value instanceof MapValue;
            case TIMESTAMP, DURATION, BOOL, BYTES, DOUBLE, INT, STRING, UINT, NULL_TYPE ->
                type.name().equals(Types.of(value).name());
            case OPAQUE ->
                value instanceof Optional<?>
                        ? type.name().equals("optional_type")
                        : type.name().equals(Types.of(value).name());
            case UNSPECIFIED, ERROR, STRUCT, TYPE -> false;
        };
    }

    /** Checks the first element only, because the elements of a list have one type. */
    private static boolean fitsElements(ListType type, ListValue list) {
        return list.size() == 0 || fits(type.elemType(), list.get(0));
    }
}
