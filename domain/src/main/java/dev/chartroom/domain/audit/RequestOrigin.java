package dev.chartroom.domain.audit;

import java.util.List;

/**
 * Where a request came from, and what it asked for as it was sent.
 *
 * @param uri the path and the query
 * @param sourceIps of the client and of the proxies on the way; all but the last are what somebody says
 * @param userAgent as the client says, shortened where it is very long
 */
public record RequestOrigin(String uri, List<String> sourceIps, String userAgent) {
    private static final int MAX_USER_AGENT = 1024;

    public RequestOrigin {
        sourceIps = List.copyOf(sourceIps);
        userAgent = userAgent.length() > MAX_USER_AGENT
                ? userAgent.substring(0, MAX_USER_AGENT) + "...TRUNCATED"
                : userAgent;
    }
}
