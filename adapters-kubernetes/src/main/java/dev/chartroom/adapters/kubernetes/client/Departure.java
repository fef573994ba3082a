package dev.chartroom.adapters.kubernetes.client;

import okhttp3.Call;
import okhttp3.EventListener;

/** Notes whether a request may have left this machine: one that has not surely changed nothing. */
final class Departure extends EventListener {
    private volatile boolean begun;

    /** The note that the request of a call carries. */
    static EventListener of(Call call) {
        Departure departure = call.request().tag(Departure.class);
        return departure == null ? NONE : departure;
    }

    boolean hasBegun() {
        return begun;
    }

    @Override
    public void requestHeadersStart(Call call) {
        begun = true;
    }
}
