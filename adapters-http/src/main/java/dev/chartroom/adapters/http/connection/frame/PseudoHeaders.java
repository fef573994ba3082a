package dev.chartroom.adapters.http.connection.frame;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/**
 * The pseudo-headers of a request (RFC 9113, 8.3.1). Helidon ends the connection if one of them is missing or
 * malformed. So Helidon gets a substitute, and the request is rejected.
 */
final class PseudoHeaders {
    static final String PATH = ":path";

    private static final String METHOD = ":method";
    private static final String AUTHORITY = ":authority";
    private static final String CONNECT = "CONNECT";
    private static final Map<String, String> SUBSTITUTES =
            Map.of(METHOD, "GET", ":scheme", "https", AUTHORITY, "localhost", PATH, "/");

    private static final int BAD_REQUEST = 400;
    private static final int METHOD_NOT_ALLOWED = 405;

    private final Map<String, String> values = new LinkedHashMap<>();
    private String host = "";
    private boolean malformed;

    void add(String name, String value) {
        boolean valid = SUBSTITUTES.containsKey(name)
                && !value.isEmpty()
                && (!name.equals(METHOD) || value.chars().allMatch(HeaderTokens::isTokenCharacter));
        if (!valid || values.putIfAbsent(name, value) != null) {
            malformed = true;
        }
    }

    /**
     * Uses the Host header in place of a missing authority. As in Go's server, a Host header has no effect beside an
     * authority or after another Host header.
     */
    void addHost(String value) {
        if (host.isEmpty()) {
            host = value;
        }
    }

    /** Returns all pseudo-headers, with substitutes for the missing ones. */
    List<Header> all() {
        Map<String, String> all = given();
        SUBSTITUTES.forEach(all::putIfAbsent);
        return all.entrySet().stream()
                .<Header>map(header -> new BasicHeader(header.getKey(), header.getValue()))
                .toList();
    }

    /** Returns the code of the answer to a request that is malformed or asks for a tunnel; 0 for any other request. */
    int refusal() {
        if (CONNECT.equals(values.get(METHOD))) {
            return METHOD_NOT_ALLOWED;
        }
        return malformed || !given().keySet().equals(SUBSTITUTES.keySet()) ? BAD_REQUEST : 0;
    }

    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>(values);
        if (!host.isEmpty()) {
            given.putIfAbsent(AUTHORITY, host);
        }
        return given;
    }
}
