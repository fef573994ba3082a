package dev.chartroom.e2e.controlplane;

import dev.chartroom.ports.tls.CertificateAuthority;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parts of a control plane that depend on where it runs. Closing this object ends the control plane. A standing
 * control plane is only released.
 */
sealed interface ControlPlaneRuntime extends AutoCloseable permits LocalProcesses, StandingControlPlane, K3sInDocker {

    /** Returns the address of the kube-apiserver and the authorities that it trusts. */
    Access access();

    /** Returns whether controllers for namespaces, garbage collection and quota run. */
    boolean runsControllers();

    /** Returns the DNS name under which the kube-apiserver reaches a server on this machine's loopback. */
    String nameOfThisHost(int port);

    /** Returns the control plane's etcd; empty if it cannot be reached. */
    Optional<Etcd> etcd();

    /** Returns the process id of the kube-apiserver; empty if it is not a process of this machine. */
    OptionalLong kubeApiserverPid();

    /** Returns the kube-apiserver's audit log of writes of HelmReleases; empty if it cannot be read. */
    Optional<Path> auditLog();

    /** Starts another kube-apiserver on the same etcd; empty if that is not possible. */
    default Optional<OtherApiserver> startAnother() {
        return Optional.empty();
    }

    /** Kills the kube-apiserver. */
    default void killApiserver() {
        throw new UnsupportedOperationException("the kube-apiserver is not a process of this test");
    }

    /** Starts the kube-apiserver after {@link #killApiserver}, and waits until it is ready. */
    default void restartApiserver() {
        throw new UnsupportedOperationException("the kube-apiserver is not a process of this test");
    }

    /** Kills etcd. It had written its data, but not to the disk. */
    default void killEtcd() {
        throw new UnsupportedOperationException("etcd is not a process of this test");
    }

    /** Starts etcd after {@link #killEtcd}, and waits until the kube-apiserver is ready. */
    default void restartEtcd() {
        throw new UnsupportedOperationException("etcd is not a process of this test");
    }

    @Override
    void close();

    /**
     * @param url the URL of the kube-apiserver, without a trailing slash
     * @param servingCaPem the authority of the kube-apiserver's serving certificate
     * @param clients the authority that signs the certificates of users
     * @param frontProxy the authority that signs the aggregator's certificate
     * @param frontProxyName the only common name in requestheader-allowed-names
     */
    record Access(
            String url,
            String servingCaPem,
            CertificateAuthority clients,
            CertificateAuthority frontProxy,
            String frontProxyName) {}
}
