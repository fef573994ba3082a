package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.domain.json.JsonObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What was made of configured objects, so that only what changed is compiled anew. One thread at a time. */
final class CompiledOnce<T> {
    private final Function<JsonObject, T> compiler;
    private Map<JsonObject, T> known = new HashMap<>();

    CompiledOnce(Function<JsonObject, T> compiler) {
        this.compiler = compiler;
    }

    /** What is made of each, in the order of their names; what is no longer there is forgotten. */
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
