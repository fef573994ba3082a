package dev.chartroom.adapters.http.limit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.util.Set;

/**
 * How many requests for objects are answered at a time, reads and writes each by themselves: a flood of the one leaves
 * room for the other (wire contract I5). Watches, which last, have a limit of their own; discovery, health and whatever else is answered
 * from memory is never refused, nor is {@code system:masters}.
 */
public final class InFlightLimits {
    private static final Set<String> READS = Set.of("get", "list");
    private static final Permit UNCOUNTED = () -> {};

    private final FairShares reads;
    private final FairShares writes;
    private final FairShares watches;

    /**
     * @param reads as many GETs and LISTs; upstream has 400
     * @param writes as many of everything else; upstream has 200
     * @param watches as many that are open
     */
    public InFlightLimits(int reads, int writes, int watches) {
        this.reads = new FairShares(reads);
        this.writes = new FairShares(writes);
        this.watches = new FairShares(watches);
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
                user.isIn(UserInfo.MASTERS_GROUP)
                        ? UNCOUNTED
                        : ofVerb(resource.verb()).take(FairShares.sharer(user));
        };
    }

    private FairShares ofVerb(String verb) {
        return verb.equals("watch") ? watches : READS.contains(verb) ? reads : writes;
    }
}
