package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NameFormats;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads a policy file, with the checks of upstream's ValidatePolicy. */
final class AuditPolicyReader {
    private static final String API_VERSION = "audit.k8s.io/v1";

    private final List<String> errors = new ArrayList<>();
    private final Consumer<String> warnings;

    AuditPolicyReader(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    AuditPolicy read(JsonValue document) {
        if (!(document instanceof JsonObject json)) {
            throw new IllegalArgumentException("must be an object");
        }
        PolicyFields policy = new PolicyFields(json, "", errors);
        expect(policy, "apiVersion", API_VERSION);
        expect(policy, "kind", "Policy");
        policy.ignore("metadata");
        Set<AuditStage> omitStages = stages(policy);
        boolean omitManagedFields = policy.flag("omitManagedFields").orElse(false);
        List<AuditRule> rules = policy.objects("rules").stream()
                .map(rule -> rule(rule, omitStages, omitManagedFields))
                .toList();
        if (rules.isEmpty() && errors.isEmpty()) {
            policy.error("rules", "must hold a rule");
        }
        policy.unknown().forEach(field -> warnings.accept(field + ": unknown field"));
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", errors));
        }
        return new AuditPolicy(rules);
    }

    private AuditRule rule(PolicyFields rule, Set<AuditStage> omitStages, boolean omitManagedFields) {
        Set<AuditStage> omitted = EnumSet.noneOf(AuditStage.class);
        omitted.addAll(omitStages);
        omitted.addAll(stages(rule));
        AuditRule read = new AuditRule(
                new RequestAuditConfig(
                        level(rule), omitted, rule.flag("omitManagedFields").orElse(omitManagedFields)),
                rule.texts("users"),
                rule.texts("userGroups"),
                rule.texts("verbs"),
                rule.objects("resources").stream()
                        .map(AuditPolicyReader::resources)
                        .toList(),
                rule.texts("namespaces"),
                urls(rule));
        if (!read.nonResourceUrls().isEmpty()
                && !(read.resources().isEmpty() && read.namespaces().isEmpty())) {
            rule.error("nonResourceURLs", "rules cannot apply to both regular resources and non-resource URLs");
        }
        return read;
    }

    private static AuditLevel level(PolicyFields rule) {
        String name = rule.text("level");
        Optional<AuditLevel> level = AuditLevel.of(name);
        if (level.isEmpty()) {
            rule.error("level", name.isEmpty() ? "required" : notSupported(name, AuditLevel.NAMES));
        }
        return level.orElse(AuditLevel.NONE);
    }

    private static Set<AuditStage> stages(PolicyFields fields) {
        Set<AuditStage> stages = EnumSet.noneOf(AuditStage.class);
        List<String> names = fields.texts("omitStages");
        for (int i = 0; i < names.size(); i++) {
            Optional<AuditStage> stage = AuditStage.of(names.get(i));
            stage.ifPresent(stages::add);
            if (stage.isEmpty()) {
                fields.error("omitStages[" + i + "]", notSupported(names.get(i), AuditStage.NAMES));
            }
        }
        return stages;
    }

    private static GroupResources resources(PolicyFields fields) {
        GroupResources read =
                new GroupResources(fields.text("group"), fields.texts("resources"), fields.texts("resourceNames"));
        if (!read.group().isEmpty() && !read.group().equals("*")) {
            NameFormats.dnsSubdomain(read.group()).forEach(problem -> fields.error("group", problem));
        }
        if (read.resources().isEmpty() && !read.resourceNames().isEmpty()) {
            fields.error("resourceNames", "using resourceNames requires at least one resource");
        }
        return read;
    }

    private static List<String> urls(PolicyFields rule) {
        List<String> urls = rule.texts("nonResourceURLs");
        for (int i = 0; i < urls.size(); i++) {
            String url = urls.get(i);
            String field = "nonResourceURLs[" + i + "]";
            if (!url.equals("*") && !url.startsWith("/")) {
                rule.error(field, "non-resource URL rules must begin with a '/' character");
            }
            int wildcard = url.indexOf('*');
            if (wildcard >= 0 && wildcard < url.length() - 1) {
                rule.error(field, "non-resource URL wildcards '*' must be the final character of the rule");
            }
        }
        return urls;
    }

    private static void expect(PolicyFields policy, String name, String value) {
        if (!policy.text(name).equals(value)) {
            policy.error(name, "must be " + value);
        }
    }

    private static String notSupported(String name, List<String> names) {
        return "must be one of " + String.join(", ", names) + ", not \"" + name + "\"";
    }
}
