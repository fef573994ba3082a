package dev.chartroom.adapters.auth.authn;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The authorities that the cluster trusts, at one moment. One set of authorities authenticates users. The other set
 * authenticates the front proxy, which names users in headers. The two sets are never mixed (wire contract C2, C3).
 *
 * @param clientAuthorities the authorities for users' certificates; empty if client certificates are not trusted
 * @param requestHeader the trust in the front proxy
 */
public record ClusterTrust(List<X509Certificate> clientAuthorities, RequestHeaderTrust requestHeader) {
    public static final ClusterTrust NONE = new ClusterTrust(List.of(), RequestHeaderTrust.NONE);

    public ClusterTrust {
        clientAuthorities = List.copyOf(clientAuthorities);
    }
}
