package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads chunked bodies as Helidon does, from input in one piece and byte by byte. */
class ChunkedInputTest {
    private static final String NEXT = "GET / HTTP/1.1";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2\r\n{}\r\n0\r\n\r\n",
                "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
                "0002\r\n{}\r\n000\r\n\r\n",
                "2;a=b\r\n{}\r\n0;c\r\n\r\n",
                "2 ; a=\"b\"\r\n{}\r\n0\r\n\r\n",
                "2\r\n{}\r\n0\r\nX-Checksum: 1\r\nX-Other:\r\n\r\n",
            })
    void chunksAreReadWithoutExtensionsAndTrailers(String chunks) {
        for (ChunkedInput input : inputs(chunks + NEXT + "\r\n")) {
            assertThat(body(input)).isEqualTo("{}");
            assertThat(input.readLine()).isEqualTo(NEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2\r\n{}XX0\r\n\r\n",
                "2\r\n{}\r0\r\n\r\n",
                "1\r\n{}\r\n0\r\n\r\n",
                "+2\r\n{}\r\n0\r\n\r\n",
                "-0\r\n\r\n",
                "0x2\r\n{}\r\n0\r\n\r\n",
                " 2\r\n{}\r\n0\r\n\r\n",
                "2 2\r\n{}\r\n0\r\n\r\n",
                ";a\r\n{}\r\n0\r\n\r\n",
                "\r\n{}\r\n0\r\n\r\n",
                "٢\r\n{}\r\n0\r\n\r\n",
                "2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
                "2\r\n{}\r\n0\r\n: a\r\n\r\n",
                "2\r\n{}\r\n0\r\na b: c\r\n\r\n",
            })
    void malformedChunksAreRefused(String chunks) {
        for (ChunkedInput input : inputs(chunks)) {
            assertThatThrownBy(() -> body(input)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static List<ChunkedInput> inputs(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<byte[]> single = new ArrayList<>();
        for (byte b : bytes) {
            single.add(new byte[] {b});
        }
        return List.of(input(new ArrayList<>(List.of(bytes))), input(single));
    }

    private static ChunkedInput input(List<byte[]> parts) {
        ChunkedInput input = new ChunkedInput(() -> parts.isEmpty() ? null : parts.removeFirst());
        input.beginChunks();
        return input;
    }

    private static String body(DataReader input) {
        StringBuilder body = new StringBuilder();
        for (int size = size(input); size > 0; size = size(input)) {
            body.append(new String(input.readBuffer(size).readBytes(), StandardCharsets.US_ASCII));
            input.skip(2);
        }
        assertThat(input.readLine()).isEmpty();
        return body.toString();
    }

    private static int size(DataReader input) {
        return Integer.parseInt(input.readLine(), 16);
    }
}
