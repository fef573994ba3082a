package dev.chartroom.adapters.auth.authn;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Whom the cluster says to trust, at one moment. The two halves stay apart: who may name a user in headers and who is a
 * user are never told by one set of authorities (wire contract C2, C3).
 *
 * @param clientAuthorities whose certificates identify users; empty where client certificates are not trusted
 * @param requestHeader the front proxy
 */
public record ClusterTrust(List<X509Certificate> clientAuthorities, RequestHeaderTrust requestHeader) {
    public static final ClusterTrust NONE = new ClusterTrust(List.of(), RequestHeaderTrust.NONE);

    public ClusterTrust {
        clientAuthorities = List.copyOf(clientAuthorities);
    }
}
