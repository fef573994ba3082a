package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Caches the compiled forms of configured objects, so that only changed ones are compiled again. Not thread-safe. */
final class CompiledOnce<T> {
    private final Function<JsonObject, T> compiler;
    private Map<JsonObject, T> known = new HashMap<>();

    CompiledOnce(Function<JsonObject, T> compiler) {
        this.compiler = compiler;
    }

    /**
     * Returns the compiled form of each object, in the order of their names. Drops the compiled forms of objects that
     * no longer exist.
     */
    List<T> of(Collection<JsonObject> objects) {
        Map<JsonObject, T> next = new HashMap<>();
        List<JsonObject> sorted = objects.stream()
                .sorted(Comparator.comparing(CompiledOnce::name))
                .toList();
        for (JsonObject object : sorted) {
            T made = known.get(object);
            next.put(object, made == null ? compiler.apply(object) : made);
        }
        known = next;
        return sorted.stream().map(next::get).toList();
    }

    private static String name(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("name");
    }
}
