package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Examines which front proxy the kube-apiserver declares, because the servers accept users from this proxy only. */
final class FrontProxyTrust implements Examination {
    private static final String PATH = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    private static final String OBJECT = "ConfigMap kube-system/extension-apiserver-authentication";
    private static final String AUTHORITY = "requestheader-client-ca-file";
    private static final String NAMES = "requestheader-allowed-names";
    private static final String USERS = "requestheader-username-headers";
    private static final String MANIFEST = "/etc/kubernetes/manifests/kube-apiserver.yaml";
    private static final String EFFECT = "the server rejects every request that the kube-apiserver forwards, with 401";

    @Override
    public String name() {
        return "front-proxy";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        JsonObject data = installation
                .cluster()
                .find(PATH)
                .map(configMap -> configMap.objectOrEmpty("data"))
                .orElse(JsonObject.EMPTY);
        List<Problem> problems = new ArrayList<>();
        String pem = data.stringOrEmpty(AUTHORITY);
        if (pem.isBlank()) {
            return List.of(Problem.error(
                    OBJECT,
                    AUTHORITY + " is missing, because the kube-apiserver has no front proxy",
                    EFFECT,
                    flag("--requestheader-client-ca-file=/etc/kubernetes/pki/front-proxy-ca.crt")));
        }
        authority(pem, installation).ifPresent(problems::add);
        if (isEmpty(data.stringOrEmpty(USERS))) {
            problems.add(Problem.error(
                    OBJECT, USERS + " is empty", EFFECT, flag("--requestheader-username-headers=X-Remote-User")));
        }
        if (isEmpty(data.stringOrEmpty(NAMES))) {
            problems.add(names(
                    pem.strip().equals(data.stringOrEmpty("client-ca-file").strip())));
        }
        return problems;
    }

    private static Optional<Problem> authority(String pem, Installation installation) {
        try {
            for (X509Certificate certificate : CertificateBundle.of(pem).certificates()) {
                Optional<CertificateBundle.Expiry> expiry = CertificateBundle.expiry(
                        certificate, installation.clock().instant());
                if (expiry.isPresent()) {
                    String message =
                            "the authority of the front proxy " + expiry.get().text();
                    return Optional.of(
                            expiry.get().over()
                                    ? Problem.error(OBJECT, message, EFFECT, renewal())
                                    : Problem.warning(OBJECT, message, "after that time, " + EFFECT, renewal()));
                }
            }
            return Optional.empty();
        } catch (CertificateException _) {
            return Optional.of(Problem.error(OBJECT, AUTHORITY + " has no certificate in PEM", EFFECT, renewal()));
        }
    }

    /** @param isForUsers whether the same authority also issues the certificates of users */
    private static Problem names(boolean isForUsers) {
        String remedy = flag("--requestheader-allowed-names=front-proxy-client");
        return isForUsers
                ? Problem.error(
                        OBJECT,
                        NAMES + " is empty, and the authority of the front proxy also issues certificates of users",
                        "every user with a client certificate can act as any user of the served kinds",
                        remedy)
                : Problem.warning(
                        OBJECT,
                        NAMES + " is empty",
                        "every certificate of the front proxy's authority can act as any user of the served kinds",
                        remedy);
    }

    private static boolean isEmpty(String list) {
        return list.isBlank() || list.strip().equals("[]");
    }

    /** Returns the command for a control plane of kubeadm, on each of its nodes. Other distributions have other files. */
    private static String flag(String flag) {
        String name = flag.substring(0, flag.indexOf('='));
        return "sudo sed -i -e '/" + name + "=/d' -e 's|^\\( *\\)- kube-apiserver$|&\\n\\1- " + flag + "|' " + MANIFEST;
    }

    private static String renewal() {
        return "sudo rm /etc/kubernetes/pki/front-proxy-*"
                + " && sudo kubeadm init phase certs front-proxy-ca"
                + " && sudo kubeadm init phase certs front-proxy-client";
    }
}
