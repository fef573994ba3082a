package dev.chartroom.kubernetes.client;

import okhttp3.Call;
import okhttp3.EventListener;

/** Records whether a request may have been sent. A request that was not sent surely changed nothing. */
final class SendTracker extends EventListener {
    private volatile boolean maybeSent;

    /** Returns the tracker that a call's request carries as a tag. */
    static EventListener of(Call call) {
        SendTracker tracker = call.request().tag(SendTracker.class);
        return tracker == null ? NONE : tracker;
    }

    boolean mayHaveBeenSent() {
        return maybeSent;
    }

    @Override
    public void requestHeadersStart(Call call) {
        maybeSent = true;
    }
}
