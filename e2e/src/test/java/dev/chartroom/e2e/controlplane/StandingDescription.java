package dev.chartroom.e2e.controlplane;

import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;

/**
 * The description of a control plane of local processes for other processes. The file contains the keys of its
 * authorities, so only its owner may read it.
 *
 * @param access the address of the kube-apiserver and its authorities
 * @param etcd the etcd of the kube-apiserver
 * @param kubeApiserverPid the process id of the kube-apiserver
 * @param auditLog the audit log of the kube-apiserver
 * @param controllers whether kube-controller-manager runs
 */
record StandingDescription(
        ControlPlaneRuntime.Access access, Etcd etcd, long kubeApiserverPid, Path auditLog, boolean controllers) {

    static StandingDescription of(LocalProcesses processes) {
        return new StandingDescription(
                processes.access(),
                processes.etcd().orElseThrow(),
                processes.kubeApiserverPid().orElseThrow(),
                processes.auditLog().orElseThrow(),
                processes.runsControllers());
    }

    static StandingDescription read(Path file) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new StandingDescription(
                new ControlPlaneRuntime.Access(
                        properties.getProperty("url"),
                        properties.getProperty("servingCa"),
                        CertificateAuthority.ofPem(
                                properties.getProperty("clientCa"), properties.getProperty("clientCaKey")),
                        CertificateAuthority.ofPem(
                                properties.getProperty("frontProxyCa"), properties.getProperty("frontProxyCaKey")),
                        properties.getProperty("frontProxyName")),
                new Etcd(properties.getProperty("etcd")),
                Long.parseLong(properties.getProperty("kubeApiserverPid")),
                Path.of(properties.getProperty("auditLog")),
                Boolean.parseBoolean(properties.getProperty("controllers")));
    }

    /** Writes {@code file} atomically, because a test run may read it at any time. */
    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("url", access.url());
        properties.setProperty("servingCa", access.servingCaPem());
        properties.setProperty("clientCa", access.clients().pem());
        properties.setProperty("clientCaKey", access.clients().keyPem());
        properties.setProperty("frontProxyCa", access.frontProxy().pem());
        properties.setProperty("frontProxyCaKey", access.frontProxy().keyPem());
        properties.setProperty("frontProxyName", access.frontProxyName());
        properties.setProperty("etcd", etcd.url());
        properties.setProperty("kubeApiserverPid", Long.toString(kubeApiserverPid));
        properties.setProperty("auditLog", auditLog.toString());
        properties.setProperty("controllers", Boolean.toString(controllers));
        Path unfinished = Files.createTempFile(
                file.getParent(),
                "description",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (var writer = Files.newBufferedWriter(unfinished)) {
            properties.store(writer, null);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
