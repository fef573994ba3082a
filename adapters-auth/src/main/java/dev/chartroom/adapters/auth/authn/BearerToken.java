package dev.chartroom.adapters.auth.authn;

import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.RequestHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Finds the bearer token of a request, as kube-apiserver does (wire contract C5; RFC 6750 section 2.1). */
final class BearerToken {
    private static final String PROTOCOL_PREFIX = "base64url.bearer.authorization.k8s.io.";

    private BearerToken() {}

    /** Authenticates the request by its token; NoCredentials if the request has no token. */
    static Authentication authenticate(RequestHeaders headers, TokenVerifier verifier) {
        String token = ofAuthorization(headers);
        if (!token.isEmpty()) {
            return verifier.verify(token);
        }
        return isWebSocket(headers) ? ofProtocols(headers, verifier) : new Authentication.NoCredentials();
    }

    private static String ofAuthorization(RequestHeaders headers) {
        List<String> values = headers.values("Authorization");
        String[] parts =
                values.isEmpty() ? new String[0] : values.getFirst().strip().split(" ", 3);
        return parts.length >= 2 && parts[0].equalsIgnoreCase("Bearer") ? parts[1] : "";
    }

    // Browsers cannot set headers of a WebSocket, so Kubernetes also reads the token from a subprotocol. The client
    // must offer another subprotocol too, because the server never selects the one with the token.
    private static Authentication ofProtocols(RequestHeaders headers, TokenVerifier verifier) {
        List<String> tokens = new ArrayList<>();
        boolean others = false;
        for (String protocol : listed(headers, "Sec-WebSocket-Protocol")) {
            if (protocol.startsWith(PROTOCOL_PREFIX)) {
                tokens.add(protocol.substring(PROTOCOL_PREFIX.length()));
            } else {
                others = true;
            }
        }
        if (tokens.isEmpty() || tokens.equals(List.of(""))) {
            return new Authentication.NoCredentials();
        }
        if (tokens.size() > 1 || !others) {
            return new Authentication.Rejected(
                    "bearer subprotocol: the client must offer exactly one token and another subprotocol");
        }
        try {
            byte[] token = Base64.getUrlDecoder().decode(tokens.getFirst());
            return verifier.verify(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(token))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return new Authentication.Rejected("bearer subprotocol: the token is not UTF-8 text in base64url");
        }
    }

    private static boolean isWebSocket(RequestHeaders headers) {
        return listed(headers, "Connection").stream().anyMatch("upgrade"::equalsIgnoreCase)
                && listed(headers, "Upgrade").stream().anyMatch("websocket"::equalsIgnoreCase);
    }

    private static List<String> listed(RequestHeaders headers, String name) {
        return headers.values(name).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .toList();
    }
}
