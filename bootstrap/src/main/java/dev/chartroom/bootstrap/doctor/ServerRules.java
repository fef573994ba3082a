package dev.chartroom.bootstrap.doctor;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The rules that {@code deploy/rbac.yaml} grants to the service account. The file is a resource of the program, so the
 * two cannot differ.
 */
final class ServerRules {
    private static final String FILE = "rbac.yaml";
    private static final List<String> READ = List.of("get", "list", "watch");

    private ServerRules() {}

    /**
     * A rule.
     *
     * @param role the name of its role
     * @param namespace the namespace in which it is granted; empty for all namespaces
     * @param names the names of the objects; one empty name for all objects
     */
    record Rule(
            String role,
            String namespace,
            List<String> groups,
            List<String> resources,
            List<String> names,
            List<String> verbs) {

        Rule in(String otherNamespace, String otherName) {
            return new Rule(role, otherNamespace, groups, resources, List.of(otherName), verbs);
        }

        Rule named(String otherName) {
            return in(namespace, otherName);
        }

        boolean isNamed() {
            return !names.getFirst().isEmpty();
        }
    }

    /** Returns the rules of the file, and those of the two roles of the cluster that it refers to. */
    static List<Rule> read() {
        List<Rule> rules = new ArrayList<>(List.of(
                new Rule(
                        "system:auth-delegator",
                        "",
                        List.of("authentication.k8s.io"),
                        List.of("tokenreviews"),
                        List.of(""),
                        List.of("create")),
                new Rule(
                        "system:auth-delegator",
                        "",
                        List.of("authorization.k8s.io"),
                        List.of("subjectaccessreviews"),
                        List.of(""),
                        List.of("create")),
                new Rule(
                        "extension-apiserver-authentication-reader",
                        "kube-system",
                        List.of(""),
                        List.of("configmaps"),
                        List.of("extension-apiserver-authentication"),
                        READ)));
        for (String document : text().split("(?m)^---$")) {
            if (new JacksonCodec().parseYaml(document.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject role) {
                role.arrayOrEmpty("rules").objects().forEach(rule -> rules.add(rule(role, rule)));
            }
        }
        return rules;
    }

    private static Rule rule(JsonObject role, JsonObject rule) {
        JsonObject metadata = role.objectOrEmpty("metadata");
        List<String> names = rule.arrayOrEmpty("resourceNames").strings();
        return new Rule(
                metadata.stringOrEmpty("name"),
                metadata.stringOrEmpty("namespace"),
                rule.arrayOrEmpty("apiGroups").strings(),
                rule.arrayOrEmpty("resources").strings(),
                names.isEmpty() ? Stream.of("").toList() : names,
                rule.arrayOrEmpty("verbs").strings());
    }

    private static String text() {
        try (InputStream file = Objects.requireNonNull(ServerRules.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
