package dev.chartroom.adapters.kubernetes.client;

import okhttp3.Call;
import okhttp3.EventListener;

/** Records whether a request may have been sent. A request that was not sent surely changed nothing. */
final class Departure extends EventListener {
    private volatile boolean begun;

    /** Returns the record that the request of a call carries as its tag. */
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
