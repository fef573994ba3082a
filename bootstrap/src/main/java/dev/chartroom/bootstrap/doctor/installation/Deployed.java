package dev.chartroom.bootstrap.doctor.installation;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Map;
import java.util.Optional;

/** The Service of an installation and the Deployment behind it. */
public record Deployed(Installation installation) {
    private static final long USUAL_LISTEN_PORT = 8443;
    private static final long USUAL_PORT = 443;

    /** Returns the first port of the Service. */
    public long port() {
        return installation.service().map(Deployed::port).orElse(USUAL_PORT);
    }

    private static long port(JsonObject service) {
        return service.objectOrEmpty("spec").arrayOrEmpty("ports").objects().stream()
                .findFirst()
                .map(port -> number(port, "port", USUAL_PORT))
                .orElse(USUAL_PORT);
    }

    /** Returns the service account of the servers: that of the Deployment, or else that of {@code deploy/rbac.yaml}. */
    public String account() {
        return deployment()
                .map(deployment -> deployment
                        .objectOrEmpty("spec")
                        .objectOrEmpty("template")
                        .objectOrEmpty("spec")
                        .stringOrEmpty("serviceAccountName"))
                .filter(name -> !name.isEmpty())
                .orElse("chartroom");
    }

    /** Returns the command that grants the servers their rights. */
    public String rightsRemedy() {
        return deployment()
                .map(deployment -> deployment.objectOrEmpty("metadata").objectOrEmpty("labels"))
                .filter(labels ->
                        labels.stringOrEmpty("app.kubernetes.io/managed-by").equals("Helm"))
                .map(labels -> "helm upgrade "
                        + RemedyCommands.quoted(labels.stringOrEmpty("app.kubernetes.io/instance"))
                        + " deploy/chart --reset-then-reuse-values --namespace "
                        + installation.options().namespace())
                .orElseGet(() -> installation.remedies().deploy("rbac.yaml"));
    }

    /** Returns the port that the servers listen on. */
    public long listenPort() {
        return installation
                .config()
                .map(config -> config.listen().port())
                .filter(port -> port > 0)
                .map(Integer::longValue)
                .orElse(USUAL_LISTEN_PORT);
    }

    /** Returns the command that makes pods of the servers ready. */
    public String podsRemedy() {
        RemedyCommands remedies = installation.remedies();
        return deployment()
                .map(deployment -> number(deployment.objectOrEmpty("spec"), "replicas", 1) == 0
                        ? remedies.inNamespace("scale deployment " + Installation.name(deployment) + " --replicas=2")
                        : remedies.inNamespace("rollout restart deployment " + Installation.name(deployment)))
                .orElseGet(this::startRemedy);
    }

    /** Returns the labels of the pods that the Service selects; without a selector, the usual one. */
    public JsonObject selector() {
        Map<String, String> selected = selected();
        return JsonObject.ofStrings(selected.isEmpty() ? Map.of("app", "chartroom") : selected);
    }

    private Map<String, String> selected() {
        return installation
                .service()
                .map(service ->
                        service.objectOrEmpty("spec").objectOrEmpty("selector").strings())
                .orElse(Map.of());
    }

    /** Returns the Deployment whose pods the Service selects; empty if there is none. */
    public Optional<JsonObject> deployment() {
        Map<String, String> selector = selected();
        if (selector.isEmpty()) {
            return Optional.empty();
        }
        return installation
                .cluster()
                .list("/apis/apps/v1/namespaces/" + installation.options().namespace() + "/deployments")
                .stream()
                .filter(deployment -> labels(deployment).entrySet().containsAll(selector.entrySet()))
                .findFirst();
    }

    private static Map<String, String> labels(JsonObject deployment) {
        return deployment
                .objectOrEmpty("spec")
                .objectOrEmpty("template")
                .objectOrEmpty("metadata")
                .objectOrEmpty("labels")
                .strings();
    }

    private String startRemedy() {
        return "chartroom serve --config "
                + (installation.options().config() == null
                        ? "chartroom.yaml"
                        : RemedyCommands.quoted(installation.options().config().toString()));
    }

    public static long number(JsonObject object, String field, long usual) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(usual) : usual;
    }
}
