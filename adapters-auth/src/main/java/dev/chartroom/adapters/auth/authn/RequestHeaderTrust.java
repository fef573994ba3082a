package dev.chartroom.adapters.auth.authn;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The front proxy that may name the user of a request in headers, and the names of these headers (wire contract C2,
 * C3).
 *
 * @param authorities the authorities for the front proxy's certificates; empty if headers are not trusted
 * @param allowedNames the front proxy's allowed common names; empty if any name is allowed
 * @param usernameHeaders the headers for the user's name; the first header with a value is used
 * @param uidHeaders the headers for the user's uid; the first header with a value is used
 * @param groupHeaders the headers for the user's groups; each value of each header is a group
 * @param extraHeaderPrefixes the prefixes of the headers for extra attributes; no prefix is empty; each header with one
 *     of these prefixes is an extra attribute
 */
public record RequestHeaderTrust(
        List<X509Certificate> authorities,
        List<String> allowedNames,
        List<String> usernameHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraHeaderPrefixes) {
    public static final RequestHeaderTrust NONE =
            new RequestHeaderTrust(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public RequestHeaderTrust {
        authorities = List.copyOf(authorities);
        allowedNames = List.copyOf(allowedNames);
        usernameHeaders = List.copyOf(usernameHeaders);
        uidHeaders = List.copyOf(uidHeaders);
        groupHeaders = List.copyOf(groupHeaders);
        extraHeaderPrefixes = List.copyOf(extraHeaderPrefixes);
        if (extraHeaderPrefixes.contains("")) {
            throw new IllegalArgumentException("an empty prefix would make every header an extra attribute");
        }
    }

    boolean allows(String commonName) {
        return allowedNames.isEmpty() || allowedNames.contains(commonName);
    }
}
