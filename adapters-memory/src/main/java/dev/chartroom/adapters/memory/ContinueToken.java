package dev.chartroom.adapters.memory;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Where a page ended. The next one shows what is there by then: this store keeps no old states. */
final class ContinueToken {
    private ContinueToken() {}

    static String of(NamespacedName last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((last.namespace() + "/" + last.name()).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The name after which the page starts; for the empty token, one before every other.
     *
     * @throws ApiException BadRequest for what is no token of ours
     */
    static NamespacedName read(String token) {
        if (token.isEmpty()) {
            return new NamespacedName("", "");
        }
        try {
            String last = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            int slash = last.indexOf('/');
            if (slash >= 0) {
                return new NamespacedName(last.substring(0, slash), last.substring(slash + 1));
            }
        } catch (IllegalArgumentException _) {
            // Not even base64.
        }
        throw ApiException.badRequest("invalid continue token: " + token);
    }
}
