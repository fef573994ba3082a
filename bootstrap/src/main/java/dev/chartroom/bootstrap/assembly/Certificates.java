package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.kubernetes.secret.OwnSecret;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.tls.CurrentCertificate;
import dev.chartroom.bootstrap.tls.SelfManagedCertificate;
import dev.chartroom.bootstrap.tls.ServingCertificateFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The serving certificate of the configuration.
 *
 * @param service the Service that clients connect to; empty if Chartroom does not issue the certificate
 */
record Certificates(CurrentCertificate current, Optional<NamespacedName> service) implements AutoCloseable {
    /** @throws ConfigException if the certificate cannot be served */
    static Certificates start(ServerConfig config, Cluster cluster) {
        ServerConfig.Tls tls = config.tls();
        try {
            return tls.selfManaged() == null
                    ? new Certificates(
                            ServingCertificateFiles.follow(
                                    Path.of(Objects.requireNonNull(tls.certificateFile())),
                                    Path.of(Objects.requireNonNull(tls.keyFile())),
                                    cluster.clock()),
                            Optional.empty())
                    : selfManaged(tls.selfManaged(), config, cluster);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("tls: " + e.getMessage());
        }
    }

    private static Certificates selfManaged(ServerConfig.SelfManaged managed, ServerConfig config, Cluster cluster) {
        String namespace = StoreSettings.ownNamespace(config).orElseThrow();
        NamespacedName service = new NamespacedName(namespace, managed.serviceName());
        NamespacedName secret = new NamespacedName(namespace, managed.secretName());
        try {
            return new Certificates(
                    SelfManagedCertificate.start(
                            new OwnSecret(cluster.http(), cluster.stored(), secret),
                            List.of(service.name() + "." + namespace + ".svc"),
                            cluster.clock()),
                    Optional.of(service));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the Secret " + secret.key() + " has data that Chartroom did not write: " + e.getMessage()
                            + ". Name another Secret in tls.selfManaged.secret, or delete its data",
                    e);
        }
    }

    /** Sets the part that makes clients trust a certificate that Chartroom issues. */
    void follow(BiConsumer<NamespacedName, String> trust) {
        switch (current) {
            case SelfManagedCertificate managed ->
                managed.follow(authorities -> trust.accept(service.orElseThrow(), authorities));
            case ServingCertificateFiles _ -> {
                // The caBundle belongs to the author of the files.
            }
        }
    }

    @Override
    public void close() {
        current.close();
    }
}
