package dev.chartroom.adapters.http.console;

import dev.chartroom.apimachinery.json.JsonObject;
import java.net.URI;

/**
 * The public client that the console is at an OIDC issuer. It has no secret: it proves itself with PKCE (RFC 7636).
 *
 * @param issuer the URL of the issuer
 * @param clientId the id that the issuer knows
 */
public record OidcClient(URI issuer, String clientId) {

    /** Returns the origin of the issuer, as in a Content-Security-Policy. */
    String origin() {
        return issuer.getScheme() + "://" + issuer.getAuthority();
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("issuer", issuer.toString())
                .put("clientId", clientId)
                .build();
    }
}
