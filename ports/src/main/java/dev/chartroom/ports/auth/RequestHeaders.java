package dev.chartroom.ports.auth;

import java.util.List;
import java.util.Set;

/** The headers of a request. Names are case-insensitive. */
public interface RequestHeaders {

    /** Returns every value of a header, in order, not split at commas; empty if the request has no such header. */
    List<String> values(String name);

    /** Returns the names of all headers, in lower case. */
    Set<String> names();
}
