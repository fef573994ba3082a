package dev.chartroom.apimachinery.scaling;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Tests {@link Scaling} itself: it fails for planted quadratic work and passes for linear work. */
class ScalingTest {
    private static final int SIZE = 64 * 1024;
    private static final int LARGEST = 2_800_000;

    private final AtomicLong result = new AtomicLong();

    @Test
    void linearWorkPasses() {
        assertThatCode(() -> check(LARGEST, n -> spin(4L * n))).doesNotThrowAnyException();
    }

    @Test
    void nLogNWorkPasses() {
        assertThatCode(() -> check(LARGEST, n -> spin(4L * n * (31 - Integer.numberOfLeadingZeros(n)) / 16)))
                .doesNotThrowAnyException();
    }

    @Test
    void quadraticWorkFails() {
        assertThatThrownBy(() -> check(0, n -> spin((long) n * n / 10_000))).isInstanceOf(AssertionError.class);
    }

    /** For the smallest input, half of the work is linear. */
    @Test
    void quadraticPartAsLongAsTheLinearPart_fails() {
        assertThatThrownBy(() -> check(LARGEST, n -> spin(4L * n + 4L * n * n / SIZE)))
                .isInstanceOf(AssertionError.class);
    }

    /** For the smallest input, a quarter of the work is quadratic. Only the largest input shows this. */
    @Test
    void quadraticPartDetectedOnlyWithTheLargestInput_fails() {
        assertThatThrownBy(() -> check(LARGEST, n -> spin(4L * n + 5L * n * n / 4 / SIZE)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("for " + LARGEST);
    }

    /** From {@link #SIZE} on, each part takes three times as long, as if the caches were too small. */
    @Test
    void workThatGetsSlowerAtOneSizePasses() {
        assertThatCode(() -> check(LARGEST, n -> spin((n > SIZE ? 12L : 4L) * n)))
                .doesNotThrowAnyException();
    }

    @Test
    void quadraticWorkFailsEvenIfLargerInputsAreRefused() {
        assertThatThrownBy(() -> check(0, n -> spin(n > 4 * SIZE ? 1 : (long) n * n / 10_000)))
                .isInstanceOf(AssertionError.class);
    }

    private static void check(int largest, IntConsumer work) {
        new Scaling<Integer>("planted", SIZE, largest, n -> n, work::accept, 0).check();
    }

    private void spin(long steps) {
        long state = steps;
        for (long i = 0; i < steps; i++) {
            state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        result.set(state);
    }
}
