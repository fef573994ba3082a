package dev.chartroom.adapters.http.limit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.util.Set;

/**
 * How many requests for objects are answered at a time, reads and writes each by themselves: a flood of the one leaves
 * room for the other (wire contract I5). Watches last and do not count; discovery, health and whatever else is answered
 * from memory is never refused, nor is {@code system:masters}.
 */
public final class InFlightLimits {
    private static final Set<String> READS = Set.of("get", "list");
    private static final Permit UNCOUNTED = () -> {};

    private final FairShares reads;
    private final FairShares writes;

    /**
     * @param reads as many GETs and LISTs; upstream has 400
     * @param writes as many of everything else; upstream has 200
     */
    public InFlightLimits(int reads, int writes) {
        this.reads = new FairShares(reads);
        this.writes = new FairShares(writes);
    }

    /**
     * Lets a request begin.
     *
     * @throws ApiException TooManyRequests, with a Retry-After, where there is no room for one more of this user
     */
    public Permit begin(UserInfo user, RequestInfo info) {
        return switch (info) {
            case RequestInfo.NonResource _ -> UNCOUNTED;
            case RequestInfo.Resource resource ->
                resource.verb().equals("watch") || user.isIn(UserInfo.MASTERS_GROUP)
                        ? UNCOUNTED
                        : (READS.contains(resource.verb()) ? reads : writes).take(FairShares.sharer(user));
        };
    }
}
