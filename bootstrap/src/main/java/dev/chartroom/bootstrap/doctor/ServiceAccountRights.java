package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.ServerRules.Rule;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Asks the cluster whether the service account of the servers has each right that the configuration needs. */
final class ServiceAccountRights implements Examination {
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    private static final String SHIPPED = "chartroom-system";

    @Override
    public String name() {
        return "rights";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        List<Problem> problems = new ArrayList<>();
        String account = new Deployed(installation).account();
        for (Rule rule : ServerRules.read()) {
            Optional.of(rule)
                    .filter(RightUse::isBound)
                    .flatMap(bound -> configured(bound, installation))
                    .flatMap(needed -> problem(needed, account, installation))
                    .ifPresent(problems::add);
        }
        installation.registered().stream()
                .map(Installation::name)
                .map(name -> new Rule(
                        "chartroom-apiservices",
                        "",
                        List.of("apiregistration.k8s.io"),
                        List.of("apiservices"),
                        List.of(name),
                        List.of("get", "update")))
                .forEach(rule -> problem(rule, account, installation).ifPresent(problems::add));
        return problems;
    }

    /** Returns a rule for the names of the configuration; empty if the configuration does not need it. */
    private static Optional<Rule> configured(Rule rule, Installation installation) {
        Rule moved = rule.namespace().equals(SHIPPED)
                ? new Rule(
                        rule.role(),
                        installation.options().namespace(),
                        rule.groups(),
                        rule.resources(),
                        rule.names(),
                        rule.verbs())
                : rule;
        return installation
                .config()
                .map(config -> RightUse.needed(moved, config))
                .orElse(Optional.of(moved));
    }

    private static Optional<Problem> problem(Rule rule, String account, Installation installation) {
        TreeSet<String> denied = new TreeSet<>();
        for (String group : rule.groups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    if (!isAllowed(group, resource, rule.names().getFirst(), verb, rule, account, installation)) {
                        denied.add(verb + " " + resource + (group.isEmpty() ? "" : "." + group));
                    }
                }
            }
        }
        if (denied.isEmpty()) {
            return Optional.empty();
        }
        String message = "it may not " + String.join(", ", denied)
                + (rule.isNamed() ? " named " + rule.names().getFirst() : "")
                + (rule.namespace().isEmpty() ? "" : " in the namespace " + rule.namespace());
        RightUse use = RightUse.of(rule);
        return Optional.of(new Problem(
                use.level(),
                "ServiceAccount " + installation.options().namespace() + "/" + account,
                message,
                use.effect(),
                RightUse.remedy(rule, installation)));
    }

    private static boolean isAllowed(
            String group,
            String resource,
            String name,
            String verb,
            Rule rule,
            String account,
            Installation installation) {
        int slash = resource.indexOf('/');
        JsonObject.Builder attributes = JsonObject.builder()
                .put("group", group)
                .put("resource", slash < 0 ? resource : resource.substring(0, slash))
                .put("verb", verb)
                .put("namespace", rule.namespace())
                .put("name", name);
        if (slash >= 0) {
            attributes.put("subresource", resource.substring(slash + 1));
        }
        String namespace = installation.options().namespace();
        JsonObject spec = JsonObject.builder()
                .put("user", "system:serviceaccount:" + namespace + ":" + account)
                .put(
                        "groups",
                        JsonArray.ofStrings(List.of(
                                "system:serviceaccounts",
                                "system:serviceaccounts:" + namespace,
                                "system:authenticated")))
                .put("resourceAttributes", attributes.build())
                .build();
        JsonObject review = JsonObject.builder()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SubjectAccessReview")
                .put("spec", spec)
                .build();
        return installation
                .cluster()
                .review(REVIEWS, review)
                .objectOrEmpty("status")
                .isTrue("allowed");
    }
}
