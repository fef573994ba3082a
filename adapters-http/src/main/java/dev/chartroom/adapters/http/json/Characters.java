package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.status.ApiException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Texts that have a form in UTF-8. */
final class Characters {
    private static final char REPLACEMENT = '\ufffd';

    private Characters() {}

    /** The text with U+FFFD for every half of a surrogate pair, as Go's decoder reads an escape for one. */
    static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return replaced(text);
            }
        }
        return text;
    }

    /**
     * The text of bytes in UTF-8. Strict, unlike Jackson, which also reads overlong forms and code points beyond Unicode's.
     *
     * @throws ApiException BadRequest where the bytes are not UTF-8
     */
    static String ofUtf8(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // It stands for whatever is malformed, and may be there by itself.
        if (text.indexOf(REPLACEMENT) >= 0) {
            check(bytes);
        }
        return text;
    }

    private static void check(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException _) {
            throw ApiException.badRequest("the body is not valid UTF-8");
        }
    }

    private static String replaced(String text) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
