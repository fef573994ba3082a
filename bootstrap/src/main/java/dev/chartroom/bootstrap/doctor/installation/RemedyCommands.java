package dev.chartroom.bootstrap.doctor.installation;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Composes shell commands for the cluster and the files that the user named in the options. */
public record RemedyCommands(DoctorOptions options) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");
    private static final String DEFAULT_NAMESPACE = "chartroom-system";
    private static final String DEFAULT_SERVICE = "chartroom";
    private static final int DEFAULT_PORT = 443;

    /** @param arguments the arguments, quoted where a shell needs it */
    public String kubectl(String arguments) {
        return "kubectl " + kubeconfig() + arguments;
    }

    /** Returns a command in the namespace of the Service. */
    public String inNamespace(String arguments) {
        return kubectl("-n " + options.namespace() + " " + arguments);
    }

    /** Returns a merge patch of a cluster-scoped object. */
    public String patch(String object, String json) {
        return kubectl("patch " + object + " --type=merge -p " + quoted(json));
    }

    /** Returns the command that replaces the certificate authority in an APIService. */
    public String trust(String apiService) {
        return kubectl("patch apiservice " + apiService
                + " --type=merge -p \"{\\\"spec\\\":{\\\"caBundle\\\":\\\"$(base64 < " + authority()
                + " | tr -d '\\n')\\\"}}\"");
    }

    /** Returns the command that applies a file of the folder {@code deploy}. */
    public String deploy(String file) {
        return options.namespace().equals(DEFAULT_NAMESPACE)
                ? kubectl("apply -f deploy/" + file)
                : "sed 's/" + DEFAULT_NAMESPACE + "/" + options.namespace() + "/g' deploy/" + file + " | "
                        + kubectl("apply -f -");
    }

    /**
     * Returns the command that registers all kinds of the configuration.
     *
     * @param port the port of the Service
     */
    public String register(long port) {
        return "chartroom manifests --config " + file(options.config(), "chartroom.yaml") + " " + kubeconfig()
                + (options.namespace().equals(DEFAULT_NAMESPACE) ? "" : "-n " + options.namespace() + " ")
                + (options.service().equals(DEFAULT_SERVICE) ? "" : "--service " + options.service() + " ")
                + (port == DEFAULT_PORT ? "" : "--port " + port + " ")
                + "--ca " + authority() + " | " + kubectl("apply --server-side --force-conflicts -f -");
    }

    /**
     * Returns this command with one more option.
     *
     * @param option the option and its value
     */
    public String again(String option) {
        return "chartroom doctor "
                + (options.config() == null ? "" : "--config " + file(options.config(), "") + " ")
                + kubeconfig()
                + (options.namespace().equals(DEFAULT_NAMESPACE) ? "" : "-n " + options.namespace() + " ")
                + (options.service().equals(DEFAULT_SERVICE) ? "" : "--service " + options.service() + " ")
                + option;
    }

    /**
     * Returns the command that issues a serving certificate for the name of the Service, from the authority's key
     * beside its certificate.
     *
     * @param certificate the path of the new certificate
     * @param key the path of the existing key of the server
     */
    public String certificate(String certificate, String key) {
        String name = options.serverName();
        String ca = authority();
        return "openssl req -new -key " + quoted(key) + " -subj /CN=" + name + " -addext subjectAltName=DNS:" + name
                + " | openssl x509 -req -CA " + ca + " -CAkey " + ca.replaceFirst("(\\.(pem|crt))?('?)$", ".key$3")
                + " -CAcreateserial -copy_extensions copy -days 90 -out " + quoted(certificate);
    }

    public String authority() {
        return file(options.authority(), "ca.pem");
    }

    public static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private String kubeconfig() {
        Path file = options.kubeconfig();
        String context = options.context();
        return (file == null ? "" : "--kubeconfig " + quoted(file.toString()) + " ")
                + (context == null ? "" : "--context " + quoted(context) + " ");
    }

    private static String file(@Nullable Path file, String usual) {
        return file == null ? usual : quoted(file.toString());
    }
}
