package dev.chartroom.domain.builtin;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of Events that field selectors can refer to, as in a kube-apiserver. {@code kubectl describe} selects the
 * Events of an object by them. Stores match them like labels, whose keys never look like these.
 */
public final class SelectableFields {
    private static final String INVOLVED = "involvedObject";
    /** A field key begins with this sign, which no label key can contain. */
    private static final String MARK = "=";

    private static final List<String> OF_INVOLVED =
            List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");
    private static final List<String> OF_EVENT = List.of("reason", "type", "reportingComponent");

    private SelectableFields() {}

    /** Returns whether selectors can refer to a field of a kind, in addition to the name and the namespace. */
    public static boolean has(ApplicationKind kind, String path) {
        return BuiltInKinds.EVENT.gvk().equals(kind.gvk())
                && (OF_EVENT.contains(path)
                        || path.startsWith(INVOLVED + ".")
                                && OF_INVOLVED.contains(path.substring(INVOLVED.length() + 1)));
    }

    /** Returns the key of a field among the labels of {@link #labels}. */
    public static String key(String path) {
        return MARK + path;
    }

    /** Returns the labels of an object, and its selectable fields. */
    public static Map<String, String> labels(ApplicationKind kind, Application object) {
        JsonObject event = object.spec();
        if (event == null || !kind.isBuiltIn() || !BuiltInKinds.EVENT.gvk().equals(kind.gvk())) {
            return object.metadata().labels();
        }
        Map<String, String> all = new HashMap<>(object.metadata().labels());
        JsonObject involved = event.objectOrEmpty(INVOLVED);
        OF_INVOLVED.forEach(field -> all.put(key(INVOLVED + "." + field), involved.stringOrEmpty(field)));
        OF_EVENT.forEach(field -> all.put(key(field), event.stringOrEmpty(field)));
        return all;
    }
}
