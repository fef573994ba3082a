package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.ServedAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Compares the certificate that the servers present with the APIServices: its authority, its names and its validity. */
final class ServingCertificates implements Examination {
    private static final String EFFECT = "the kube-apiserver does not connect to the server, and answers 503";
    private static final String SOON = "after that time, the kube-apiserver answers 503";

    @Override
    public String name() {
        return "serving-certificate";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        List<JsonObject> registered = installation.registered();
        Optional<ServedAddress> address = ServedAddress.of(installation);
        if (registered.isEmpty() || address.isEmpty()) {
            return List.of();
        }
        List<Problem> problems = new ArrayList<>();
        List<X509Certificate> chain = List.of();
        try {
            chain = ServedChain.at(address.get().host(), address.get().port()).certificates();
            problems.addAll(ofServer(chain, installation));
        } catch (IOException _) {
            problems.add(Problem.unknown(
                    installation.options().serviceText(),
                    "no certificate can be read at " + address.get() + " from this machine",
                    installation
                                    .remedies()
                                    .inNamespace("port-forward service/"
                                            + installation.options().service() + " 8443:" + installation.port())
                            + " & sleep 2; " + installation.remedies().again("--address localhost:8443")));
        }
        for (JsonObject apiService : registered) {
            ofApiService(apiService, chain, installation).ifPresent(problems::add);
        }
        return problems;
    }

    private static List<Problem> ofServer(List<X509Certificate> chain, Installation installation) {
        X509Certificate served = chain.getFirst();
        String object = installation.options().serviceText();
        String name = installation.options().serverName();
        List<Problem> problems = new ArrayList<>();
        if (!CertificateBundle.isFor(served, name)) {
            problems.add(Problem.error(
                    object,
                    "the serving certificate does not contain the DNS name " + name,
                    EFFECT,
                    renewal(installation)));
        }
        CertificateBundle.expiry(served, installation.clock().instant())
                .map(expiry -> expiry.over()
                        ? Problem.error(
                                object, "the serving certificate " + expiry.text(), EFFECT, renewal(installation))
                        : Problem.warning(
                                object, "the serving certificate " + expiry.text(), SOON, renewal(installation)))
                .ifPresent(problems::add);
        Path authority = installation.options().authority();
        if (authority != null && !read(authority).trusts(chain) && problems.isEmpty()) {
            problems.add(Problem.error(
                    object,
                    "the serving certificate is not from the authority in " + authority,
                    EFFECT,
                    renewal(installation)));
        }
        return problems;
    }

    /** @param chain the certificates of the server; empty if they are unknown */
    private static Optional<Problem> ofApiService(
            JsonObject apiService, List<X509Certificate> chain, Installation installation) {
        String object = Installation.text(apiService);
        String remedy = installation.remedies().trust(Installation.name(apiService));
        String bundle = Installation.spec(apiService).stringOrEmpty("caBundle");
        if (bundle.isEmpty()) {
            return Optional.of(Problem.error(object, "there is no caBundle", EFFECT, remedy));
        }
        try {
            CertificateBundle trusted =
                    CertificateBundle.of(new String(Base64.getDecoder().decode(bundle), StandardCharsets.ISO_8859_1));
            boolean isServerValid = !chain.isEmpty()
                    && CertificateBundle.expiry(
                                    chain.getFirst(), installation.clock().instant())
                            .filter(CertificateBundle.Expiry::over)
                            .isEmpty();
            return isServerValid && !trusted.trusts(chain)
                    ? Optional.of(Problem.error(
                            object,
                            "the caBundle does not contain the authority of the serving certificate",
                            EFFECT,
                            remedy))
                    : Optional.empty();
        } catch (CertificateException | IllegalArgumentException _) {
            return Optional.of(Problem.error(object, "the caBundle has no certificate in PEM", EFFECT, remedy));
        }
    }

    /** Returns the command that issues a new certificate, or the command that lets the server issue one. */
    static String renewal(Installation installation) {
        if (installation.config().map(config -> config.tls().selfManaged()).isPresent()) {
            return new Deployed(installation).rightsRemedy();
        }
        return installation
                .remedies()
                .certificate(
                        installation
                                .config()
                                .map(config -> config.tls().certificateFile())
                                .orElse("tls.crt"),
                        installation
                                .config()
                                .map(config -> config.tls().keyFile())
                                .orElse("tls.key"));
    }

    private static CertificateBundle read(Path file) {
        try {
            return CertificateBundle.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new ConfigException("--ca " + file + ": " + FileProblem.of(e, file));
        } catch (CertificateException _) {
            throw new ConfigException("--ca " + file + ": there is no certificate in PEM in it");
        }
    }
}
