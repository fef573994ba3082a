package dev.chartroom.adapters.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.Permit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectorLimitsTest {
    private static final UserInfo ALICE = UserInfo.of("alice", List.of());
    private static final UserInfo BOB = UserInfo.of("bob", List.of());
    private static final int LONGEST = 64 * 1024;
    /** The heap of a container of 512 MiB. */
    private static final long HEAP = 358L << 20;

    private final SelectorLimits limits = new SelectorLimits(HEAP / 32);

    @Test
    void longSelectorsOfOneUserAreLimitedAndDoNotBlockOtherUsers() {
        List<Permit> held = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            try {
                held.add(limits.acquire(ALICE, LONGEST));
            } catch (ApiException e) {
                assertThat(Status.of(e.error()).code()).isEqualTo(429);
            }
        }

        assertThat(held).hasSizeBetween(1, 10);
        held.add(limits.acquire(BOB, LONGEST));
        held.forEach(Permit::close);
        limits.acquire(ALICE, held.size() / 2 * LONGEST);
    }

    /** The server matches every change against all selectors, so their total length is limited for any heap. */
    @Test
    void totalSelectorLengthIsLimitedEvenWithALargeHeap() {
        SelectorLimits large = new SelectorLimits(Long.MAX_VALUE);

        assertThatThrownBy(() -> large.acquire(ALICE, 2 * 1024 * 1024)).isInstanceOf(ApiException.class);
        large.acquire(ALICE, 1024 * 1024);
    }

    @Test
    void shortSelectorsAndSelectorsOfMastersAreNotCounted() {
        UserInfo master = UserInfo.of("root", List.of(UserInfo.MASTERS_GROUP));
        for (int i = 0; i < 10_000; i++) {
            limits.acquire(ALICE, SelectorLimits.UNIT - 1);
            limits.acquire(master, LONGEST);
        }

        limits.acquire(ALICE, LONGEST);
    }
}
