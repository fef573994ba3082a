package dev.chartroom.adapters.http.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headers of each answer to a browser. */
final class SecurityHeaders {
    private SecurityHeaders() {}

    /**
     * Returns the headers by name.
     *
     * @param issuer the origin of the OIDC issuer; empty if there is none. The console sends no other request to another origin
     */
    static Map<String, String> of(Optional<String> issuer) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Security-Policy",
                String.join(
                        "; ",
                        List.of(
                                "default-src 'none'",
                                "script-src 'self'",
                                "style-src 'self'",
                                "img-src 'self' data:",
                                "font-src 'self'",
                                "connect-src 'self'"
                                        + issuer.map(origin -> " " + origin).orElse(""),
                                "base-uri 'none'",
                                "form-action 'none'",
                                "frame-ancestors 'none'",
                                "require-trusted-types-for 'script'",
                                "trusted-types 'none'")));
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        return headers;
    }
}
