package dev.chartroom.adapters.http.trace;

import dev.chartroom.adapters.http.request.RequestInfo;

/** The trace of one request. To be used by the thread that runs the request. */
public interface RequestTrace {
    /** The trace of a request that is not traced. */
    RequestTrace NONE = new RequestTrace() {
        @Override
        public void describe(RequestInfo info) {}

        @Override
        public void answered(String method, int code, String auditId) {}
    };

    /** Sets the meaning of the request. */
    void describe(RequestInfo info);

    /**
     * Sets the result.
     *
     * @param code the HTTP status of the answer
     */
    void answered(String method, int code, String auditId);
}
