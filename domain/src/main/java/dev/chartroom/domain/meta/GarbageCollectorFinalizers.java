package dev.chartroom.domain.meta;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The finalizers that a deletion sets for the garbage collector, and that it removes. */
public final class GarbageCollectorFinalizers {
    /** It deletes the dependents first. */
    public static final String FOREGROUND = "foregroundDeletion";
    /** It lets the dependents go first. */
    public static final String ORPHAN = "orphan";

    private GarbageCollectorFinalizers() {}

    /**
     * The finalizers of an object whose deletion is asked for (wire contract D69): those of the garbage collector are
     * what the policy says, or stay where it says nothing.
     *
     * @param propagationPolicy {@code Background}, {@code Foreground}, {@code Orphan} or empty
     */
    public static List<String> onDeletion(List<String> finalizers, String propagationPolicy) {
        String collector = switch (propagationPolicy) {
            case "Foreground" -> FOREGROUND;
            case "Orphan" -> ORPHAN;
            case "Background" -> "";
            default ->
                finalizers.stream()
                        .filter(GarbageCollectorFinalizers::contains)
                        .findFirst()
                        .orElse("");
        };
        List<String> next = new ArrayList<>(
                finalizers.stream().filter(finalizer -> !contains(finalizer)).toList());
        if (!collector.isEmpty()) {
            next.add(collector);
        }
        return new HashSet<>(next).equals(new HashSet<>(finalizers)) ? finalizers : List.copyOf(next);
    }

    public static boolean contains(String finalizer) {
        return finalizer.equals(FOREGROUND) || finalizer.equals(ORPHAN);
    }
}
