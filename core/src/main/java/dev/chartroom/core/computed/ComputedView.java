package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import java.util.List;
import java.util.Optional;

/**
 * A kind whose objects are computed when they are read. The reader of a view asks {@link #reading} about each object, so a
 * list never has an object that a get would refuse. Thread-safe.
 */
public interface ComputedView {

    /** The rights of a user in one request. Not thread-safe. */
    interface Reading {

        /**
         * Returns whether the user may read an object, whether or not it exists.
         *
         * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable or TooManyRequests if that is not known
         *     now
         */
        boolean mayRead(NamespacedName name);

        /** Returns the number of questions that the authorizer was asked so far. */
        int questions();

        /**
         * Computes an object that the user may read.
         *
         * @throws dev.chartroom.apimachinery.status.ApiException TooManyRequests if the request has no memory for it
         */
        Application computed(ObjectMeta object);
    }

    /** Begins a request of a user who is already authorized for the kind itself. */
    Reading reading(UserInfo user);

    /**
     * Returns the metadata of all objects, whether or not a user may read them.
     *
     * @param namespace empty for all namespaces
     */
    List<ObjectMeta> all(String namespace);

    /**
     * As {@link #all}, for the second and later pages of a list. The answer may be some seconds old, since a later page
     * belongs to a list that began earlier.
     */
    default List<ObjectMeta> allForLaterPage(String namespace) {
        return all(namespace);
    }

    /** Returns the metadata of an object; empty if there is no such object. */
    Optional<ObjectMeta> find(NamespacedName name);
}
