package dev.chartroom.adapters.auth.authn;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * The fields that Kubernetes reads from the subject of a client certificate (wire contract C4).
 *
 * @param commonName the last CN, as in Go; empty if there is none
 * @param organizations every O, in the order of the certificate
 * @param uid the first attribute 1.3.6.1.4.1.57683.2 (Kubernetes 1.33); empty if there is none
 */
record CertificateSubject(String commonName, List<String> organizations, String uid) {
    private static final String UID_OID = "1.3.6.1.4.1.57683.2";
    // If an attribute had no name, getName would print its encoded value in hexadecimal.
    private static final String UID_NAME = "KUBERNETESUID";

    static CertificateSubject of(X509Certificate certificate) throws CertificateException {
        return of(certificate.getSubjectX500Principal());
    }

    static CertificateSubject of(X500Principal principal) throws CertificateException {
        List<String> names = new ArrayList<>();
        List<String> organizations = new ArrayList<>();
        List<String> uids = new ArrayList<>();
        try {
            // RFC 2253 reverses the order of the certificate. LdapName counts from the right, which restores the order.
            for (Rdn rdn :
                    new LdapName(principal.getName(X500Principal.RFC2253, Map.of(UID_OID, UID_NAME))).getRdns()) {
                texts(rdn, "CN", names::add);
                texts(rdn, "O", organizations::add);
                texts(rdn, UID_NAME, uids::add);
            }
        } catch (NamingException e) {
            throw new CertificateException("the subject cannot be read", e);
        }
        return new CertificateSubject(
                names.isEmpty() ? "" : names.getLast(), organizations, uids.isEmpty() ? "" : uids.getFirst());
    }

    private static void texts(Rdn rdn, String type, Consumer<String> found) throws NamingException {
        Attribute attribute = rdn.toAttributes().get(type);
        if (attribute == null) {
            return;
        }
        for (int i = 0; i < attribute.size(); i++) {
            if (attribute.get(i) instanceof String text) {
                found.accept(text);
            }
        }
    }
}
