package dev.chartroom.ports.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Breaks texts in arbitrary places, in the same way for the same seed. */
public final class Mutations {
    private static final String[] INSERTS = {
        "[",
        "{",
        "}",
        "]",
        ",",
        ":",
        "\"",
        "\\ud800",
        "&a ",
        "*a",
        "!!int ",
        "!!map ",
        "!!set ",
        "!!binary ",
        "- ",
        "? ",
        "\n",
        "---\n",
        "...",
        "<<: ",
        "|",
        ">",
        "%",
        "\u0000",
        "1e999",
        "0x",
        "\u2028",
        "\ufeff",
        "\udbff"
    };

    private final SplittableRandom random;

    public Mutations(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Returns the text broken in one to three places. */
    public byte[] of(byte[] text) {
        byte[] mutated = text;
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutated = once(mutated);
        }
        return mutated;
    }

    /** Fails unless the text is parsed to a value that can be encoded again, or rejected as a bad request. */
    public void assertReadOrRefused(byte[] text, Function<byte[], JsonValue> parser, JsonCodec codec) {
        try {
            JsonValue value = parser.apply(text);
            assertThat(codec.parse(codec.encode(value))).isEqualTo(value);
        } catch (ApiException e) {
            ApiError error = e.error();
            assertThat(Status.of(error).reason()).isEqualTo(StatusReason.BAD_REQUEST);
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError("failed otherwise: " + new String(text, StandardCharsets.UTF_8), e);
        }
    }

    private byte[] once(byte[] text) {
        int at = random.nextInt(text.length + 1);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(text, at);
            case 1 -> joined(text, at, new byte[] {(byte) random.nextInt(256)}, at);
            case 2 -> joined(text, at, new byte[0], Math.min(text.length, at + random.nextInt(4)));
            default -> joined(text, at, INSERTS[random.nextInt(INSERTS.length)].getBytes(StandardCharsets.UTF_8), at);
        };
    }

    private static byte[] joined(byte[] text, int end, byte[] between, int rest) {
        byte[] all = Arrays.copyOf(text, end + between.length + text.length - rest);
        System.arraycopy(between, 0, all, end, between.length);
        System.arraycopy(text, rest, all, end + between.length, text.length - rest);
        return all;
    }
}
