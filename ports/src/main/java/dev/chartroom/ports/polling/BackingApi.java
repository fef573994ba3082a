package dev.chartroom.ports.polling;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * An API that has objects of its own and can be asked which there are. Its state is the truth: nothing of it is kept
 * elsewhere, and whoever changes it past Chartroom is seen.
 *
 * <p>Objects say all that they have of metadata: name, namespace and uid always, and a resource version that is another,
 * greater one after each change. What the API has no place for, such as labels, it keeps where it can.
 *
 * <p>Errors are {@link dev.chartroom.domain.status.ApiException}s, as those of
 * {@link dev.chartroom.ports.storage.ApplicationStore}. Thread-safe, but only one write of a kind comes at a time.
 */
public interface BackingApi {

    /** All objects of a kind as they are now: a look that begins after a write was answered sees that write. */
    State look(ApplicationKind kind);

    /**
     * Makes an object.
     *
     * @param application with name, namespace, generation and creation timestamp; its uid is the API's to choose
     * @throws dev.chartroom.domain.status.ApiException AlreadyExists, also where its place is taken by something else
     */
    void create(ApplicationKind kind, Application application);

    /**
     * Changes an object, if nobody changed it since.
     *
     * @param live what a look showed
     * @throws dev.chartroom.domain.status.ApiException Conflict where it was changed since, NotFound where it is gone
     */
    void update(ApplicationKind kind, Application live, Application next);

    /**
     * Removes an object, if nobody changed it since: the next look does not show it.
     *
     * @param live what a look showed
     * @throws dev.chartroom.domain.status.ApiException as {@link #update}, or why it cannot be removed
     */
    void delete(ApplicationKind kind, Application live);

    /**
     * What a look showed.
     *
     * @param settled up to which resource version everything was seen: no change that is to come will have one that is
     *     not greater
     * @param latest greater than those of all changes that were seen, deletions too; equal to {@code settled} where
     *     nothing is under way
     * @param objects in no particular order, their resource versions at most {@code latest}
     */
    record State(long settled, long latest, List<Application> objects) {
        public State {
            objects = List.copyOf(objects);
        }

        /** Of an API whose changes come one after the other. */
        public State(long resourceVersion, List<Application> objects) {
            this(resourceVersion, resourceVersion, objects);
        }
    }
}
