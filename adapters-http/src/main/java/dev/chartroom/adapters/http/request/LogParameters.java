package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.subresource.LogOptions;

/** The query parameters of the subresource log. */
public final class LogParameters {
    private LogParameters() {}

    /**
     * Reads the parameters. Unknown ones have no effect, as in a kube-apiserver.
     *
     * @throws ApiException BadRequest for a malformed value
     */
    public static LogOptions of(QueryParameters query) {
        return new LogOptions(
                query.text("pod"),
                query.text("container"),
                query.first("prefix").isEmpty() || query.flag("prefix"),
                query.flag("follow"),
                query.flag("previous"),
                query.flag("timestamps"),
                query.integer("sinceSeconds"),
                query.integer("tailLines"));
    }
}
