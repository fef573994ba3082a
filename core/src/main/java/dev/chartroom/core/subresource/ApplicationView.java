package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;

/** A read-only subresource. Thread-safe. */
public interface ApplicationView {

    /**
     * Returns what the subresource shows of an object.
     *
     * @param user the user who asks, already authorized for the subresource of this object
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound if there is no such object
     */
    ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user);
}
