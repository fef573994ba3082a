package dev.chartroom.apimachinery.audit;

import java.util.List;

/**
 * The origin of a request, and its URI as sent.
 *
 * @param uri the path and the query
 * @param sourceIps the addresses of the client and the proxies; all but the last are unverified
 * @param userAgent the User-Agent as sent by the client, truncated if it is very long
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
