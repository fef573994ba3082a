package dev.chartroom.apimachinery.meta;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The finalizers that a deletion sets and the garbage collector removes. */
public final class GarbageCollectorFinalizers {
    /** The garbage collector deletes the dependents first. */
    public static final String FOREGROUND = "foregroundDeletion";
    /** The garbage collector orphans the dependents first. */
    public static final String ORPHAN = "orphan";

    private GarbageCollectorFinalizers() {}

    /**
     * Returns the finalizers of an object to be deleted (wire contract D69). The policy decides which finalizers of the
     * garbage collector are set. Without a policy, these finalizers stay.
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
