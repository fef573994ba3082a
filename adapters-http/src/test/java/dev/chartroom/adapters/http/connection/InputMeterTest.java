package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import io.helidon.common.buffers.DataReader;
import org.junit.jupiter.api.Test;

class InputMeterTest {
    private static final int READ = 16 * 1024;
    /** 8 units, of which one address gets 4. */
    private final FairShares room = new FairShares(8);

    @Test
    void progressReleasesTheUnitsOfAConnection() {
        InputMeter meter = meter("10.0.0.1");
        for (int i = 0; i < 1000; i++) {
            meter.get();
            meter.progress();
        }

        assertThat(reads(meter)).isEqualTo(4 * 4 + 1);
    }

    @Test
    void connectionsOfOneAddressShareItsUnits() {
        InputMeter first = meter("10.0.0.1");
        InputMeter second = meter("10.0.0.1");
        for (int i = 0; i < 9; i++) {
            first.get();
            second.get();
        }

        assertThatThrownBy(second::get)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.tooManyRequests()));
        assertThat(reads(meter("10.0.0.2"))).isGreaterThan(4);
    }

    @Test
    void endedConnectionReleasesItsUnits() {
        InputMeter meter = meter("10.0.0.1");
        meter.during(() -> reads(meter));

        assertThat(reads(meter("10.0.0.1"))).isEqualTo(4 * 4 + 1);
    }

    private InputMeter meter(String peer) {
        return new InputMeter(DataReader.create(() -> new byte[READ]), room, peer);
    }

    private static int reads(InputMeter meter) {
        int count = 0;
        try {
            while (count < 1000) {
                meter.get();
                count++;
            }
        } catch (ApiException _) {
            return count;
        }
        return count;
    }
}
