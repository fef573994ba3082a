package dev.chartroom.ports.event;

/** A Lease that at most one replica holds. One thread uses it. */
public interface LeaderLease {

    /**
     * Renews the Lease, or acquires it if no other replica holds it. A replica that does not renew the Lease for 15
     * seconds loses it.
     *
     * @return whether this replica holds the Lease
     * @throws dev.chartroom.apimachinery.status.ApiException if the Lease cannot be read or written; the reason is
     *     Forbidden if Chartroom lacks the right
     */
    boolean hold();

    /** Gives up the Lease, so that another replica can acquire it at once. Errors have no effect. */
    void release();
}
