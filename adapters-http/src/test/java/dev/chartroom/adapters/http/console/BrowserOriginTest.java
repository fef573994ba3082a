package dev.chartroom.adapters.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserOriginTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8444, , , true",
        "localhost:8444, , none, true",
        "LocalHost:8444, http://localhost:8444, same-origin, true",
        "[::1]:8444, http://[::1]:8444, same-origin, true",
        "127.0.0.1:8444, http://localhost:8444, , false",
        "127.0.0.1:8443, , , false",
        "127.0.0.1, , , false",
        "rebound.example.com:8444, , , false",
        "rebound.example.com:8444, http://rebound.example.com:8444, same-origin, false",
        "127.0.0.1:8444, https://127.0.0.1:8444, , false",
        "127.0.0.1:8444, null, , false",
        "127.0.0.1:8444, http://evil.example.com, cross-site, false",
        "127.0.0.1:8444, , cross-site, false",
        "127.0.0.1:8444, , same-site, false",
    })
    void onlyThePagesOfLoopbackAreAllowed(
            String host, @Nullable String origin, @Nullable String site, boolean isAllowed) {
        assertThat(BrowserOrigin.ofLoopback(LOOPBACK, 8444)
                        .sends(host, Optional.ofNullable(origin), Optional.ofNullable(site)))
                .isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({
        "console.example.com, https://console.example.com, same-origin, true",
        "anything.example.com, , none, true",
        "console.example.com, https://evil.example.com, , false",
        "console.example.com, http://console.example.com, , false",
    })
    void eachNameIsItsOwnIfNoneIsConfigured(
            String host, @Nullable String origin, @Nullable String site, boolean isAllowed) {
        assertThat(new BrowserOrigin(Set.of(), "https")
                        .sends(host, Optional.ofNullable(origin), Optional.ofNullable(site)))
                .isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.2, 127.0.0.2:1", "0:0:0:0:0:0:0:1, [::1]:1"})
    void eachAddressOfLoopbackIsItsOwnName(String address, String host) {
        BrowserOrigin origin = BrowserOrigin.ofLoopback(InetAddress.ofLiteral(address), 1);

        assertThat(origin.isOwn(host)).isTrue();
        assertThat(origin.isOwn("127.0.0.3:1")).isFalse();
    }
}
