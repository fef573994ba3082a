package dev.chartroom.conformance.comparison;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two normalised answers. The order of members does not matter, the order of lists does. Numbers are compared
 * in their notation, so {@code 1}, {@code 1.0} and {@code 1e0} differ.
 */
final class Differ {
    private final List<Difference> found = new ArrayList<>();
    private final Deque<String> at = new ArrayDeque<>();

    private Differ() {}

    /** Returns the differences, each with the deepest pointer that describes it. */
    static List<Difference> compare(JsonValue crd, JsonValue ours) {
        Differ differ = new Differ();
        differ.values(crd, ours);
        return differ.found;
    }

    private void values(@Nullable JsonValue crd, @Nullable JsonValue ours) {
        if (crd instanceof JsonObject a && ours instanceof JsonObject b && isFailure(a) == isFailure(b)) {
            Set<String> names = new LinkedHashSet<>(a.names());
            names.addAll(b.names());
            names.forEach(name -> inside(name, a.get(name), b.get(name)));
        } else if (crd instanceof JsonArray a && ours instanceof JsonArray b) {
            for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
                inside(Integer.toString(i), i < a.size() ? a.get(i) : null, i < b.size() ? b.get(i) : null);
            }
        } else if (crd == null || ours == null || !same(crd, ours)) {
            found.add(new Difference(new JsonPointer(at.stream().toList()), crd, ours));
        }
    }

    private void inside(String token, @Nullable JsonValue crd, @Nullable JsonValue ours) {
        if (crd != null || ours != null) {
            at.addLast(token);
            values(crd, ours);
            at.removeLast();
        }
    }

    /** An object and a failure differ as a whole, not member by member. */
    private static boolean isFailure(JsonObject body) {
        return body.stringOrEmpty("kind").equals("Status")
                && body.stringOrEmpty("status").equals("Failure");
    }

    private static boolean same(JsonValue crd, JsonValue ours) {
        if (crd instanceof JsonNumber a && ours instanceof JsonNumber b) {
            return a.isIntegral() == b.isIntegral() && a.toString().equals(b.toString());
        }
        return crd.equals(ours);
    }
}
