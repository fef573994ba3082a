package dev.chartroom.adapters.http.limit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import java.util.Set;

/**
 * Limits how many requests for objects the server handles at a time. Reads and writes have separate limits, so a flood
 * of reads leaves room for writes, and the reverse (wire contract I5). Watches and logs last long and have a limit of
 * their own.
 * Requests for other paths, such as discovery and health, are never rejected. Requests from {@code system:masters} are
 * never rejected either.
 */
public final class InFlightLimits {
    private static final Set<String> READS = Set.of("get", "list");
    private static final Permit UNCOUNTED = () -> {};

    private final FairShares reads;
    private final FairShares writes;
    private final FairShares watches;

    /**
     * @param reads the maximum number of GETs and LISTs; upstream has 400
     * @param writes the maximum number of all other requests except watches and logs; upstream has 200
     * @param watches the maximum number of open watches and logs
     */
    public InFlightLimits(int reads, int writes, int watches) {
        this.reads = new FairShares(reads);
        this.writes = new FairShares(writes);
        this.watches = new FairShares(watches);
    }

    /**
     * Lets a request begin.
     *
     * @throws ApiException TooManyRequests, with a Retry-After, if there is no room for one more request of this user
     */
    public Permit acquire(UserInfo user, RequestInfo info) {
        return switch (info) {
            case RequestInfo.NonResource _ -> UNCOUNTED;
            case RequestInfo.Resource resource ->
                user.isIn(UserInfo.MASTERS_GROUP) ? UNCOUNTED : of(resource).take(FairShares.sharer(user));
        };
    }

    private FairShares of(RequestInfo.Resource info) {
        return info.isLongRunning() ? watches : READS.contains(info.verb()) ? reads : writes;
    }
}
