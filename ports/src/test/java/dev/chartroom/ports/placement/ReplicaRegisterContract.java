package dev.chartroom.ports.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every register of replicas. */
public abstract class ReplicaRegisterContract {
    private ReplicaRegister register = new ReplicasInMemory();

    protected ReplicaRegisterContract() {}

    /** Returns a register without replicas. */
    protected abstract ReplicaRegister emptyRegister();

    @BeforeEach
    void open() {
        register = emptyRegister();
    }

    @Test
    void newRegisterIsEmpty() {
        assertThat(register.replicas()).isEmpty();
    }

    @Test
    void newReplicaHasAppliedNothingAndHasTheStandardLifetime() {
        register.add("chartroom-a");

        assertThat(register.replicas()).singleElement().satisfies(replica -> {
            assertThat(replica.name()).isEqualTo("chartroom-a");
            assertThat(replica.applied()).isZero();
            assertThat(replica.lifetime()).isEqualTo(Replica.LIFETIME);
        });
    }

    @Test
    void everyRenewalIsDistinctAndRecordsTheAppliedNumber() {
        register.add("chartroom-a");
        register.add("chartroom-b");
        Set<String> signs = new HashSet<>();
        signs.add(find("chartroom-a").renewal());
        for (int i = 1; i <= 20; i++) {
            register.renew("chartroom-a", i);
            assertThat(find("chartroom-a").applied()).isEqualTo(i);
            signs.add(find("chartroom-a").renewal());
        }

        assertThat(signs).hasSize(21);
        assertThat(find("chartroom-b").applied()).isZero();
    }

    @Test
    void secondRegistrationReturnsAlreadyExists() {
        register.add("chartroom-a");
        register.renew("chartroom-a", 7);

        ApiException refused = catchThrowableOfType(ApiException.class, () -> register.add("chartroom-a"));

        assertThat(refused.error()).isInstanceOf(ApiError.AlreadyExists.class);
        assertThat(find("chartroom-a").applied()).isEqualTo(7);
    }

    @Test
    void removedReplicaGetsNotFoundOnRenewalAndMayRegisterAgain() {
        register.add("chartroom-a");
        register.renew("chartroom-a", 7);
        register.remove("chartroom-a");
        register.remove("chartroom-a");
        assertThat(register.replicas()).isEmpty();

        ApiException refused = catchThrowableOfType(ApiException.class, () -> register.renew("chartroom-a", 7));
        assertThat(refused.error()).isInstanceOf(ApiError.NotFound.class);
        assertThat(register.replicas()).isEmpty();

        register.add("chartroom-a");
        register.renew("chartroom-a", 9);
        assertThat(find("chartroom-a").applied()).isEqualTo(9);
    }

    private Replica find(String name) {
        return register.replicas().stream()
                .filter(replica -> replica.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
