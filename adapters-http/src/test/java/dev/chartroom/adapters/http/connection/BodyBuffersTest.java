package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyBuffersTest {
    private final BodyBuffers buffers = new BodyBuffers(100);

    @Test
    void singleSharerGetsHalfOfTheLimit() {
        assertThat(buffers.take("a", 51)).isFalse();
        assertThat(buffers.take("a", 50)).isTrue();
        assertThat(buffers.take("a", 1)).isFalse();
        assertThat(buffers.held()).isEqualTo(50);
    }

    @Test
    void laterSharersGetHalfOfTheRemainingBytes() {
        assertThat(buffers.take("a", 50)).isTrue();
        assertThat(buffers.take("b", 26)).isFalse();
        assertThat(buffers.take("b", 25)).isTrue();
        assertThat(buffers.take("c", 12)).isTrue();
    }

    @Test
    void returnedBytesAreFreeForAllSharers() {
        assertThat(buffers.take("a", 50)).isTrue();
        buffers.giveBack("a", 20);
        assertThat(buffers.take("b", 35)).isTrue();
        buffers.giveBack("a", 30);
        buffers.giveBack("b", 35);

        assertThat(buffers.held()).isZero();
        assertThat(buffers.take("a", 50)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1", "the front proxy", "''"})
    void userAndPeerWithTheSameNameAreDifferentSharers(String name) {
        assertThat(BodyBuffers.user(UserInfo.of(name, List.of())))
                .isNotEqualTo(BodyBuffers.peer(name))
                .isNotEqualTo(BodyBuffers.FRONT_PROXY);
    }
}
