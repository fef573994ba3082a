package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.status.ApiException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Keeps texts valid UTF-8: replaces unpaired surrogates and rejects malformed bytes. */
final class Characters {
    private static final char REPLACEMENT = '\ufffd';

    private Characters() {}

    /**
     * Replaces each unpaired surrogate with U+FFFD. Go does the same when it decodes the escape of an unpaired
     * surrogate.
     */
    static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return replaced(text);
            }
        }
        return text;
    }

    /**
     * Decodes UTF-8 strictly. Jackson also accepts overlong forms and code points beyond Unicode's range.
     *
     * @throws ApiException BadRequest if the bytes are not UTF-8
     */
    static String ofUtf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // The JDK decodes malformed bytes to the replacement character, but valid bytes may contain it, too.
        if (text.indexOf(REPLACEMENT) >= 0) {
            check(bytes);
        }
        return text;
    }

    private static void check(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException _) {
            throw notUtf8();
        }
    }

    static ApiException notUtf8() {
        return ApiException.badRequest("the body is not valid UTF-8");
    }

    private static String replaced(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
