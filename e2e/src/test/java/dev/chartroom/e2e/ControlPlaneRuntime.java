package dev.chartroom.e2e;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** What differs between a control plane of local processes and one in Docker. Closing it ends the control plane. */
sealed interface ControlPlaneRuntime extends AutoCloseable permits LocalProcesses, StandingControlPlane, K3sInDocker {

    /** How to reach the kube-apiserver and whom it believes. */
    Access access();

    /** Whether controllers run, so that namespaces are deleted, garbage collected and counted. */
    boolean runsControllers();

    /** The DNS name by which the kube-apiserver reaches a server that listens on this machine's loopback at the port. */
    String nameOfThisHost(int port);

    /** Its etcd; empty where it cannot be reached. */
    Optional<Etcd> etcd();

    /** The process id of the kube-apiserver; empty where it is no process of this machine. */
    OptionalLong kubeApiserverPid();

    /** Where the kube-apiserver records who writes HelmReleases; empty where that cannot be read. */
    Optional<Path> auditLog();

    /** Another kube-apiserver on the same etcd; empty where there can be none. */
    default Optional<OtherApiserver> startAnother() {
        return Optional.empty();
    }

    @Override
    void close();

    /**
     * @param url of the kube-apiserver, without a slash at the end
     * @param servingCaPem who signed its serving certificate
     * @param clients signs its users' certificates
     * @param frontProxy signs the aggregator's certificate
     * @param frontProxyName the one common name that requestheader-allowed-names lists
     */
    record Access(
            String url,
            String servingCaPem,
            CertificateAuthority clients,
            CertificateAuthority frontProxy,
            String frontProxyName) {}
}
