package dev.chartroom.adapters.http.log;

import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.Optional;

/** The request that a thread serves, for the log. The log omits the query, which can have values of labels. */
public final class CurrentRequest {
    private static final ScopedValue<CurrentRequest> CURRENT = ScopedValue.newInstance();

    private final String method;
    private final String path;
    private final long start = System.nanoTime();
    private String user = "";

    /** @param path the path as the client sent it */
    public CurrentRequest(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** Runs the request on this thread. */
    public void during(Runnable request) {
        ScopedValue.where(CURRENT, this).run(request);
    }

    /** Returns the request of the current thread; empty on a thread that serves no request. */
    public static Optional<CurrentRequest> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** Sets the user of the current thread's request, if it serves one. */
    public static void setUser(UserInfo user) {
        current().ifPresent(request -> request.user = user.name());
    }

    /** Returns the user; empty if the user is not known. */
    String user() {
        return user;
    }

    long start() {
        return start;
    }

    /** Returns the method and the path. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
