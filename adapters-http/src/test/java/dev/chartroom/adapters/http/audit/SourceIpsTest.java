package dev.chartroom.adapters.http.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceIpsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                      | ''       | 10.0.0.1             | 10.0.0.1
            1.2.3.4                 | ''       | 10.0.0.1             | 1.2.3.4 10.0.0.1
            1.2.3.4, 10.0.0.1       | ''       | 10.0.0.1             | 1.2.3.4 10.0.0.1
            10.0.0.1, 1.2.3.4       | ''       | 10.0.0.1             | 10.0.0.1 1.2.3.4 10.0.0.1
            x, 1.2.3, 1.2.3.4.5, 1.2.3.400, ,5 | '' | 10.0.0.1        | 10.0.0.1
            1.2.3.4                 | 1.2.3.4  | 10.0.0.1             | 1.2.3.4 10.0.0.1
            1.2.3.4                 | 5.6.7.8  | 10.0.0.1             | 1.2.3.4 5.6.7.8 10.0.0.1
            ''                      | ''       | ::1                  | ::1
            2001:DB8:0:0:1:0:0:0    | ''       | ::ffff:10.0.0.1      | 2001:db8:0:0:1:: 10.0.0.1
            fe80::1%lo, 1.2.3.4     | ::1%1    | 10.0.0.1             | 1.2.3.4 10.0.0.1
            ::                      | ''       | 2001:db8::2:0:0:1    | :: 2001:db8::2:0:0:1
            """)
    void sourceIpsAreInTheOrderOfTheHops(String forwardedFor, String realIp, String peer, String expected) {
        assertThat(SourceIps.of(text(forwardedFor), text(realIp), InetAddress.ofLiteral(peer)))
                .containsExactly(expected.split(" ", -1));
    }

    @Test
    void unknownPeerIsOmitted() {
        assertThat(SourceIps.of("", "", null)).isEmpty();
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }
}
