package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.json.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The built-in types of {@code metadata}, as meta/v1's OpenAPI declares it, and of {@code apiVersion} and {@code kind}.
 */
final class ObjectMetaType {
    private static final FieldType STRING = FieldType.of(ScalarType.STRING);
    private static final FieldType TIME = FieldType.of(ScalarType.UNTYPED);
    private static final FieldType INTEGER = FieldType.of(ScalarType.NUMERIC);
    private static final FieldType BOOLEAN = FieldType.of(ScalarType.BOOLEAN);
    private static final FieldType STRINGS = FieldType.of(new MapType(false, Map.of(), () -> STRING));
    private static final MapType.Member EMPTY_STRING = new MapType.Member(STRING, new JsonString(""));

    /** {@code apiVersion} and {@code kind}. */
    static final Map<String, MapType.Member> TYPE_META =
            Map.of("apiVersion", new MapType.Member(STRING, null), "kind", new MapType.Member(STRING, null));

    static final FieldType OBJECT_META = FieldType.of(new MapType(false, objectMeta(), null));

    private ObjectMetaType() {}

    private static Map<String, MapType.Member> objectMeta() {
        Map<String, MapType.Member> members = new LinkedHashMap<>();
        for (String name : List.of("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion")) {
            members.put(name, new MapType.Member(STRING, null));
        }
        members.put("generation", new MapType.Member(INTEGER, null));
        members.put("deletionGracePeriodSeconds", new MapType.Member(INTEGER, null));
        members.put("creationTimestamp", new MapType.Member(TIME, null));
        members.put("deletionTimestamp", new MapType.Member(TIME, null));
        members.put("labels", new MapType.Member(STRINGS, null));
        members.put("annotations", new MapType.Member(STRINGS, null));
        FieldType owner = FieldType.of(ownerReference());
        members.put(
                "ownerReferences",
                new MapType.Member(FieldType.of(new ListType(false, List.of("uid"), () -> owner)), null));
        members.put("finalizers", new MapType.Member(FieldType.of(new ListType(false, List.of(), () -> STRING)), null));
        // Only the server reads the items, and no manager owns the list.
        members.put(
                "managedFields",
                new MapType.Member(FieldType.of(new ListType(true, List.of(), () -> FieldType.ATOMIC)), null));
        return Map.copyOf(members);
    }

    private static MapType ownerReference() {
        return new MapType(
                true,
                Map.of(
                        "apiVersion", EMPTY_STRING,
                        "kind", EMPTY_STRING,
                        "name", EMPTY_STRING,
                        "uid", EMPTY_STRING,
                        "controller", new MapType.Member(BOOLEAN, null),
                        "blockOwnerDeletion", new MapType.Member(BOOLEAN, null)),
                null);
    }
}
