package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is asked a second time: after an object was changed, everybody who was asked before the change and wants to see it.
 * One for the policies and one for the webhooks of a request, as upstream. One thread at a time.
 */
final class Reinvocation {
    private final Set<Object> asked = new HashSet<>();
    private final Set<Object> due = new HashSet<>();
    private @Nullable JsonObject output;
    private boolean changed;
    private boolean touched;
    private boolean second;

    void beginSecond() {
        second = true;
    }

    /** Begins to ask about an object: in the second round, the others may have changed it since the first. */
    void begin(JsonObject object) {
        if (second && !object.equals(output)) {
            moveOn();
        }
    }

    /** Whether somebody is to be asked in this round. */
    boolean isDue(Object hook) {
        return !second || due.contains(hook);
    }

    /** Remembers that somebody was asked who wants to be asked again where the object changes. */
    void asked(Object hook) {
        asked.add(hook);
    }

    /** The object was changed just now. */
    void changed() {
        changed = true;
        moveOn();
    }

    boolean isSecond() {
        return second;
    }

    /** Ends the round. */
    void end(JsonObject object) {
        output = object;
    }

    /** Somebody had a change to make, whether the object differs by it or not. */
    void touched() {
        touched = true;
    }

    /** Everybody has been asked; as upstream, a change that somebody had to make counts as one for himself, too. */
    void endRound() {
        if (touched) {
            changed();
        }
        touched = false;
    }

    /** Whether the object was changed at all. */
    boolean hasChanged() {
        return changed;
    }

    private void moveOn() {
        due.addAll(asked);
        asked.clear();
    }
}
