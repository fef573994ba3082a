package dev.chartroom.bootstrap.doctor;

import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.doctor.ServerRules.Rule;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The use of a right of the servers.
 *
 * @param level how serious it is to lack the right
 * @param effect the effect of the lack
 */
record RightUse(Problem.Level level, String effect) {
    private static final String KINDS = "chartroom-kinds";
    private static final String STORES = "chartroom-stores";
    private static final String CERTIFICATES = "chartroom-certificates";

    /** The roles without a binding in deploy/rbac.yaml. Only some subresources of definitions need them. */
    private static final Set<String> UNBOUND = Set.of(
            "chartroom-restart",
            "chartroom-helm-records",
            "chartroom-credentials",
            "chartroom-resources",
            "chartroom-logs",
            "chartroom-metrics",
            "chartroom-storage-classes",
            "chartroom-tenant-secrets");

    /** Returns whether servers have the right without an administrator who binds its role. */
    static boolean isBound(Rule rule) {
        return !UNBOUND.contains(rule.role());
    }

    static RightUse of(Rule rule) {
        return switch (rule.role()) {
            case "system:auth-delegator" -> error("the server cannot authorize any request, so it answers 500");
            case "extension-apiserver-authentication-reader" ->
                error("the server does not trust the kube-apiserver, so it answers 401");
            case KINDS -> error("the server does not read the kinds in the ConfigMap");
            case STORES -> error("the server does not know in which stores kinds are");
            case CERTIFICATES -> error("the server has no certificate that the kube-apiserver trusts");
            case "chartroom-fence" -> warning("lists of many objects take longer");
            case "chartroom-events" -> warning("only the log has the messages about kind definitions");
            case "chartroom-event-mirror" -> warning("objects do not get the Events about their releases");
            case "chartroom-apiservices" -> warning("clients discover changes of the kinds up to a minute late");
            default -> ofServer(rule.groups());
        };
    }

    private static RightUse ofServer(List<String> groups) {
        return switch (groups.getFirst()) {
            case "helm.toolkit.fluxcd.io" -> error("the server cannot read or write objects");
            case "source.toolkit.fluxcd.io" ->
                warning("the server cannot check the chart sources of definitions or read schemas of charts");
            case "chartroom.dev", "cozystack.io" ->
                error("the server does not read kind definitions in custom resources or report their status");
            default -> error("the server is not ready, and rejects writes");
        };
    }

    /** Returns a rule with the names in a configuration; empty if the configuration does not need the right. */
    static Optional<Rule> needed(Rule rule, ServerConfig config) {
        ServerConfig.ConfigMapName kinds = config.kinds().configMap();
        ServerConfig.ConfigMapName placements =
                config.stores() == null ? null : config.stores().placements();
        String group = rule.groups().getFirst();
        return switch (rule.role()) {
            case KINDS -> kinds == null ? Optional.empty() : Optional.of(rule.in(kinds.namespace(), kinds.name()));
            case STORES ->
                placements == null
                        ? Optional.empty()
                        : Optional.of(rule.in(placements.namespace(), rule.isNamed() ? placements.name() : ""));
            case CERTIFICATES ->
                Optional.ofNullable(config.tls().selfManaged()).map(managed -> rule.named(managed.secretName()));
            case "chartroom-quotas" -> config.enforcesQuotas() ? Optional.of(rule) : Optional.empty();
            case "chartroom-event-mirror" -> config.mirrorsEvents() ? Optional.of(rule) : Optional.empty();
            default ->
                group.equals("chartroom.dev") || group.equals("cozystack.io")
                        ? Optional.of(rule).filter(_ -> config.kinds().areCustomResources())
                        : Optional.of(rule);
        };
    }

    /** Returns the command that grants a right. */
    static String remedy(Rule rule, Installation installation) {
        RemedyCommands remedies = installation.remedies();
        if (rule.role().equals("chartroom-apiservices")) {
            return remedies.register(installation.port());
        }
        if (rule.role().equals(KINDS) && !ServerRules.read().contains(rule)) {
            String in = "-n " + rule.namespace() + " create ";
            return remedies.kubectl(in + "role " + KINDS + " --verb=get,list,watch --resource=configmaps"
                            + " --resource-name=" + rule.names().getFirst())
                    + " && "
                    + remedies.kubectl(in + "rolebinding " + KINDS + " --role=" + KINDS + " --serviceaccount="
                            + installation.options().namespace() + ":" + new Deployed(installation).account());
        }
        return new Deployed(installation).rightsRemedy();
    }

    private static RightUse error(String effect) {
        return new RightUse(Problem.Level.ERROR, effect);
    }

    private static RightUse warning(String effect) {
        return new RightUse(Problem.Level.WARNING, effect);
    }
}
