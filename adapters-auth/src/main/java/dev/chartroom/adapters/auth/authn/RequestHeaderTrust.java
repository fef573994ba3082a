package dev.chartroom.adapters.auth.authn;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Which front proxy is trusted to say in headers who a request is from, and in which (wire contract C2, C3).
 *
 * @param authorities whose certificates identify the front proxy; empty where headers are not trusted
 * @param allowedNames the common names it may have; empty for any
 * @param usernameHeaders the first with a value is the user's name
 * @param uidHeaders the first with a value is the user's uid
 * @param groupHeaders each value of each is a group
 * @param extraHeaderPrefixes each header that starts so is an extra attribute; none is empty
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
