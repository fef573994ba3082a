package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which hooks are called a second time. If the object changes, these are the hooks that request reinvocation
 * and were called before the change. As in a kube-apiserver, a request has one instance of this class for policies and
 * one for webhooks. Not thread-safe.
 */
final class Reinvocation {
    private final Set<Object> requested = new HashSet<>();
    private final Set<Object> due = new HashSet<>();
    private @Nullable JsonObject output;
    private boolean changed;
    private boolean touched;
    private boolean second;

    void beginSecond() {
        second = true;
    }

    /**
     * Begins a round. Hooks of the other sort (policies or webhooks) may have changed the object before the second
     * round.
     */
    void beginRound(JsonObject object) {
        if (second && !object.equals(output)) {
            scheduleRequested();
        }
    }

    /** Returns whether a hook must be called in this round. */
    boolean isDue(Object hook) {
        return !second || due.contains(hook);
    }

    /** Records that a hook was called, and that it must be called again if the object changes later. */
    void requestReinvocation(Object hook) {
        requested.add(hook);
    }

    /** Records that the object was changed just now. */
    void recordChange() {
        changed = true;
        scheduleRequested();
    }

    boolean isSecond() {
        return second;
    }

    /** Ends the round. */
    void endRound(JsonObject object) {
        output = object;
    }

    /** Records that a policy was applied, even if it did not change the object. */
    void touched() {
        touched = true;
    }

    /**
     * Ends the calls of all policies. As in a kube-apiserver, an applied mutation counts as a change for its own
     * policy, too.
     */
    void endPolicies() {
        if (touched) {
            recordChange();
        }
        touched = false;
    }

    /** Returns whether the object was changed at all. */
    boolean hasChanged() {
        return changed;
    }

    private void scheduleRequested() {
        due.addAll(requested);
        requested.clear();
    }
}
