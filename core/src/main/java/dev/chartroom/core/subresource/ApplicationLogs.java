package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.LogOptions;

/** The output of the containers of objects. Thread-safe. */
public interface ApplicationLogs {

    /**
     * Opens the log of an object.
     *
     * @param user the user who asks, already authorized for the subresource of this object
     * @throws dev.chartroom.apimachinery.status.ApiException NotFound if there is no such object; Invalid if the options
     *     are; BadRequest if there is no log, or if there are too many; TooManyRequests if the user reads too many logs
     */
    ApplicationLog open(ApplicationKind kind, NamespacedName name, UserInfo user, LogOptions options);
}
