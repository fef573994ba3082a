package dev.chartroom.adapters.http.limit;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;

/**
 * Limits the total length of the selectors of all open watches. A watch keeps its selectors as long as it lasts, and
 * each change is matched against them. Users share the room fairly, and {@code system:masters} has no limit.
 */
public final class SelectorLimits {
    /** Characters. A shorter selector is not counted: the watch itself takes more memory. */
    static final int UNIT = 256;

    /**
     * The bytes of memory for each character. A requirement such as {@code !a} has only two characters, but in memory
     * it is an object, a list and a text.
     */
    private static final int BYTES = 16;
    /** A limit for large heaps: matching {@code 8,192 * 256} characters takes some 30 ms. */
    private static final long MAX_UNITS = 8192;

    private static final Permit UNCOUNTED = () -> {};

    private final FairShares units;

    /** @param memory the memory for selectors in bytes */
    public SelectorLimits(long memory) {
        this.units = new FairShares((int) Math.clamp(memory / (UNIT * BYTES), 2, MAX_UNITS));
    }

    /**
     * Lets a watch begin.
     *
     * @param characters the length of its selectors
     * @throws dev.chartroom.apimachinery.status.ApiException TooManyRequests, with a Retry-After, if there is no room for the
     *     selectors
     */
    public Permit acquire(UserInfo user, int characters) {
        int count = characters / UNIT;
        return count == 0 || user.isIn(UserInfo.MASTERS_GROUP) ? UNCOUNTED : units.take(FairShares.sharer(user), count);
    }
}
