package dev.chartroom.ports.auth;

import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The user of the write that the current thread processes, or of a read of an object that is computed for its user. A store
 * that reads another object for a write, such as a Secret, may read only objects that this user may read. A thread that the
 * store starts has no user.
 */
public final class RequestUser {
    private static final ScopedValue<UserInfo> CURRENT = ScopedValue.newInstance();

    private RequestUser() {}

    /** Runs a user's request on this thread. */
    public static <T> T during(UserInfo user, Supplier<T> write) {
        return ScopedValue.where(CURRENT, user).call(write::get);
    }

    /** Returns the user of this thread's write; empty if the thread has no user. */
    public static Optional<UserInfo> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }
}
