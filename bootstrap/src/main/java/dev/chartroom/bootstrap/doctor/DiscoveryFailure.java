package dev.chartroom.bootstrap.doctor;

import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.util.Arrays;

/** The causes of a failed request of the aggregator for the discovery of an API group, by the texts in its message. */
enum DiscoveryFailure {
    REFUSED_CONNECTION("no server listens at the address of the Service", "connection refused"),
    UNKNOWN_AUTHORITY(
            "the caBundle does not contain the authority of the serving certificate",
            "certificate signed by unknown authority",
            "certificate is not trusted"),
    OTHER_NAME(
            "the serving certificate does not contain the name of the Service",
            "certificate is valid for",
            "certificate is not valid for any names",
            "doesn't contain any IP SANs",
            "legacy Common Name"),
    EXPIRED("the serving certificate has expired or is not valid yet", "certificate has expired or is not yet valid"),
    NO_ROUTE(
            "the control plane may not connect to the address of the pod. This happens if the control plane is outside"
                    + " the network of the pods, for example on EKS with another network than the one of AWS",
            "Address is not allowed",
            "address not allowed",
            "no route to host",
            "network is unreachable"),
    TIMEOUT(
            "the server does not answer the control plane in time. A NetworkPolicy or a firewall may block the port",
            "i/o timeout",
            "deadline exceeded",
            "Client.Timeout",
            "TLS handshake timeout"),
    NO_TRUST("the server does not accept the certificate of the front proxy (HTTP status 401)", ": 401"),
    NO_RIGHT("the server refuses the aggregator (HTTP status 403)", ": 403"),
    NOT_SERVED("the server does not serve this API group and version (HTTP status 404)", ": 404"),
    NO_HOST("the name in the Service cannot be resolved", "no such host"),
    OTHER("");

    private final String sentence;
    private final String texts;

    DiscoveryFailure(String sentence, String... texts) {
        this.sentence = sentence;
        this.texts = String.join("\n", texts);
    }

    /** Returns the cause that a message of the aggregator has. */
    static DiscoveryFailure of(String message) {
        return Arrays.stream(values())
                .filter(failure -> failure.texts.lines().anyMatch(message::contains))
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the cause in plain words. */
    String sentence(String message) {
        return this == OTHER ? "the request of the aggregator failed: " + message : sentence;
    }

    String remedy(String apiService, Installation installation) {
        RemedyCommands remedies = installation.remedies();
        Deployed deployed = new Deployed(installation);
        String name = deployed.deployment().map(Installation::name).orElse("chartroom");
        return switch (this) {
            case REFUSED_CONNECTION -> deployed.podsRemedy();
            case UNKNOWN_AUTHORITY -> remedies.trust(apiService);
            case OTHER_NAME, EXPIRED -> ServingCertificates.renewal(installation);
            case NO_ROUTE ->
                remedies.inNamespace("patch deployment " + name + " --type=merge -p '{\"spec\":{\"template\":{\"spec\":"
                        + "{\"hostNetwork\":true,\"dnsPolicy\":\"ClusterFirstWithHostNet\"}}}}'");
            case TIMEOUT ->
                "echo '{\"apiVersion\":\"networking.k8s.io/v1\",\"kind\":\"NetworkPolicy\",\"metadata\":{\"name\":"
                        + "\"chartroom-aggregator\"},\"spec\":{\"podSelector\":{\"matchLabels\":" + deployed.selector()
                        + "},\"ingress\":[{\"ports\":[{\"port\":" + deployed.listenPort() + "}]}]}}' | "
                        + remedies.inNamespace("apply -f -");
            case NO_TRUST, NO_RIGHT -> deployed.rightsRemedy();
            case NOT_SERVED -> remedies.kubectl("delete apiservice " + apiService);
            case NO_HOST, OTHER ->
                remedies.inNamespace("get service " + installation.options().service() + " -o yaml");
        };
    }
}
