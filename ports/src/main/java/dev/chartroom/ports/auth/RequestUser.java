package dev.chartroom.ports.auth;

import dev.chartroom.domain.auth.UserInfo;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The user of the write that a thread is at. A store that reads something else for a write, such as a Secret, may read only
 * what this user may read. A thread that it starts works for no user.
 */
public final class RequestUser {
    private static final ScopedValue<UserInfo> CURRENT = ScopedValue.newInstance();

    private RequestUser() {}

    /** Does what a user asks for, on this thread. */
    public static <T> T during(UserInfo user, Supplier<T> write) {
        return ScopedValue.where(CURRENT, user).call(write::get);
    }

    /** The user of this thread's write; empty if the thread works for no user. */
    public static Optional<UserInfo> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }
}
