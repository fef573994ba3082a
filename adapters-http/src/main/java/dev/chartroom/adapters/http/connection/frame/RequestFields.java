package dev.chartroom.adapters.http.connection.frame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.Header;

/**
 * Collects the headers of a request. Headers for which Helidon would end the connection are dropped, and the request is
 * rejected. If the headers are too large or too many, only the pseudo-headers are kept, for the rejection.
 */
public final class RequestFields {
    /** Bytes for each header, besides its characters (RFC 9113, 6.5.2). */
    private static final int OVERHEAD = 32;

    private static final int BAD_REQUEST = 400;
    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;

    private final RequestLimits limits;
    private final PseudoHeaders own = new PseudoHeaders();
    private final List<Header> others = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private long size;
    private boolean pathTooLong;
    private boolean tooLarge;
    private boolean malformed;

    RequestFields(RequestLimits limits) {
        this.limits = limits;
    }

    void add(Header header) {
        String name = header.getName();
        String value = header.getValue();
        boolean path = name.equals(PseudoHeaders.PATH);
        tooLarge |= !path && !fits(name, value);
        if (tooLarge) {
            others.clear();
        } else if (path && value.length() > RequestLimits.PATH) {
            pathTooLong = true;
        } else if (name.startsWith(":")) {
            malformed |= !others.isEmpty();
            own.add(name, value);
        } else {
            addOther(header);
        }
    }

    /** Returns the headers, the pseudo-headers first (RFC 9113, 8.3). */
    public List<Header> all() {
        List<Header> all = new ArrayList<>(own.all());
        all.addAll(others);
        return all;
    }

    /** True if the headers are within their limits. */
    boolean fit() {
        return !tooLarge;
    }

    /** Returns the code of the answer to a request that is rejected; 0 for any other request. */
    public int refusal() {
        if (pathTooLong) {
            return URI_TOO_LONG;
        }
        if (tooLarge) {
            return HEADERS_TOO_LARGE;
        }
        int refusal = own.refusal();
        return refusal == 0 && malformed ? BAD_REQUEST : refusal;
    }

    private boolean fits(String name, String value) {
        size += (long) name.length() + value.length() + OVERHEAD;
        if (names.size() < RequestLimits.NAMES) {
            names.add(name);
        }
        return size <= limits.headers() && (names.size() < RequestLimits.NAMES || names.contains(name));
    }

    /**
     * Adds a header that is not a pseudo-header. A connection-specific header makes the request malformed (RFC 9113,
     * 8.2.2).
     */
    private void addOther(Header header) {
        String value = header.getValue();
        switch (header.getName()) {
            case "host" -> own.addHost(value);
            case "connection", "transfer-encoding" -> malformed = true;
            case "te" -> malformed |= !value.isEmpty() && !value.equalsIgnoreCase("trailers");
            default -> {
                if (HeaderTokens.isName(header.getName())) {
                    others.add(header);
                } else {
                    malformed = true;
                }
            }
        }
    }
}
