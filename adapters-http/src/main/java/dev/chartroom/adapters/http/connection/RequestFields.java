package dev.chartroom.adapters.http.connection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;

/** The headers of a request as they are read. If there are too many, those of HTTP/2 itself are left, for the refusal. */
final class RequestFields {
    /** For each header, beside its characters (RFC 9113, 6.5.2). */
    private static final int OVERHEAD = 32;

    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final Header ROOT = new BasicHeader(":path", "/");

    private final RequestLimits limits;
    private final List<Header> own = new ArrayList<>();
    private final List<Header> others = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private long size;
    private int refusal;

    RequestFields(RequestLimits limits) {
        this.limits = limits;
    }

    void add(Header header) {
        String name = header.getName();
        int length = header.getValue().length();
        if (name.equals(ROOT.getName())) {
            own.add(length > RequestLimits.PATH ? ROOT : header);
            refusal = length > RequestLimits.PATH ? URI_TOO_LONG : refusal;
            return;
        }
        size += (long) name.length() + length + OVERHEAD;
        if (names.size() < RequestLimits.NAMES) {
            names.add(name);
        }
        if (size > limits.headers() || (names.size() == RequestLimits.NAMES && !names.contains(name))) {
            refusal = refusal == 0 ? HEADERS_TOO_LARGE : refusal;
            others.clear();
        } else if (name.startsWith(":")) {
            own.add(header);
        } else if (refusal == 0) {
            others.add(header);
        }
    }

    /** Those of HTTP/2 first (RFC 9113, 8.3). */
    List<Header> all() {
        List<Header> all = new ArrayList<>(own);
        all.addAll(others);
        return all;
    }

    /** The code of the answer to a request that may not be read; 0 if it may. */
    int refusal() {
        return refusal;
    }
}
