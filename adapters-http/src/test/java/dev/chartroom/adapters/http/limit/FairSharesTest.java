package dev.chartroom.adapters.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairSharesTest {
    private final FairShares shares = new FairShares(30);

    @Test
    void oneUserAloneGetsHalf() {
        assertThat(takeAll("alice")).hasSize(15);
    }

    @Test
    void whoComesLaterStillGetsSome() {
        takeAll("alice");
        assertThat(takeAll("bob")).hasSize(8);
        assertThat(takeAll("carol")).hasSize(4);
        assertThat(takeAll("dave")).hasSize(2);
        assertThat(takeAll("erin")).hasSize(1);
    }

    @Test
    void greedyUsersComeToHaveTheSame() {
        List<List<InFlightLimits.Permit>> held = List.of(takeAll("alice"), takeAll("bob"), takeAll("carol"));
        List<String> users = List.of("alice", "bob", "carol");
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            int one = random.nextInt(3);
            if (!held.get(one).isEmpty()) {
                held.get(one).removeLast().close();
            }
            int other = random.nextInt(3);
            held.get(other).addAll(takeAll(users.get(other)));
        }
        assertThat(held).allSatisfy(own -> assertThat(own).hasSizeBetween(5, 10));
    }

    @Test
    void whatIsGivenBackIsFree() {
        List<InFlightLimits.Permit> all = takeAll("alice");
        all.forEach(InFlightLimits.Permit::close);
        assertThat(takeAll("bob")).hasSize(15);
    }

    @Test
    void whoIsRefusedLearnsWhenToComeBack() {
        takeAll("alice");
        assertThatThrownBy(() -> shares.take("alice")).isInstanceOfSatisfying(ApiException.class, e -> {
            Status status = Status.of(e.error());
            assertThat(status.reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
            assertThat(status.retryAfterSeconds()).isEqualTo(1);
        });
    }

    private List<InFlightLimits.Permit> takeAll(String user) {
        List<InFlightLimits.Permit> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(shares.take(user));
            }
        } catch (ApiException _) {
            return taken;
        }
    }
}
