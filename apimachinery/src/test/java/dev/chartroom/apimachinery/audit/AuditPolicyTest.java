package dev.chartroom.apimachinery.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The requests, rules and results of upstream's checker_test.go, and the invalid policies of its validation_test.go.
 */
class AuditPolicyTest {
    private static final UserInfo TIM = UserInfo.of("tim@k8s.io", List.of("humans", "developers"));
    private static final UserInfo NOBODY = UserInfo.of("", List.of());

    private static final Map<String, RequestAttributes> REQUESTS = Map.of(
            "namespaced", resource(TIM, "get", "", "pods", "", "default", "busybox"),
            "cluster", resource(TIM, "get", "rbac.authorization.k8s.io", "clusterroles", "", "", "edit"),
            "nonResource", new RequestAttributes.NonResource(TIM, "get", "/logs/kubelet.log"),
            "subresource", resource(TIM, "get", "", "pods", "log", "default", "busybox"),
            "Unauthorized", resource(NOBODY, "get", "", "pods", "", "default", "busybox"),
            "ClusterRoleUpdate",
                    resource(TIM, "update", "rbac.authorization.k8s.io", "clusterroles", "status", "", "somerole"));

    private static final Map<String, String> RULES = Map.ofEntries(
            Map.entry("default", "{level: 'Metadata'}"),
            Map.entry("create", "{level: 'Request', verbs: ['create']}"),
            Map.entry("tims", "{level: 'Metadata', users: ['tim@k8s.io']}"),
            Map.entry("humans", "{level: 'Metadata', userGroups: ['humans']}"),
            Map.entry("serviceAccounts", "{level: 'Request', userGroups: ['system:serviceaccounts']}"),
            Map.entry("getPods", "{level: 'RequestResponse', verbs: ['get'], resources: [{resources: ['pods']}]}"),
            Map.entry("getPodLogs", "{level: 'Request', verbs: ['get'], resources: [{resources: ['pods/log']}]}"),
            Map.entry("wildcard", "{level: 'Request', verbs: ['get'], resources: [{resources: ['*']}]}"),
            Map.entry("anyLog", "{level: 'Request', verbs: ['get'], resources: [{resources: ['*/log']}]}"),
            Map.entry("anyOfPods", "{level: 'Request', verbs: ['get'], resources: [{resources: ['pods/*']}]}"),
            Map.entry(
                    "getClusterRoles",
                    "{level: 'RequestResponse', verbs: ['get'], namespaces: [''],"
                            + " resources: [{group: 'rbac.authorization.k8s.io', resources: ['clusterroles']}]}"),
            Map.entry(
                    "anyStatus",
                    "{level: 'RequestResponse', verbs: ['update'], resources: [{group: '*', resources: ['*/status']}]}"),
            Map.entry("getLogs", "{level: 'RequestResponse', verbs: ['get'], nonResourceURLs: ['/logs*']}"),
            Map.entry("getMetrics", "{level: 'Request', verbs: ['get'], nonResourceURLs: ['/metrics']}"),
            Map.entry("anyUrl", "{level: 'Request', nonResourceURLs: ['*']}"),
            Map.entry(
                    "clusterRoleEdit",
                    "{level: 'Request', resources: [{group: 'rbac.authorization.k8s.io', resources: ['clusterroles'],"
                            + " resourceNames: ['edit']}]}"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            namespaced  | Metadata        | default
            namespaced  | None            | create
            namespaced  | Metadata        | tims
            namespaced  | Metadata        | humans
            namespaced  | None            | serviceAccounts
            namespaced  | RequestResponse | getPods
            namespaced  | None            | getClusterRoles
            namespaced  | None            | getLogs
            namespaced  | None            | getMetrics
            namespaced  | None            | anyUrl
            namespaced  | Metadata        | getMetrics serviceAccounts default
            namespaced  | RequestResponse | getMetrics getPods default
            namespaced  | RequestResponse | getPodLogs getPods
            cluster     | Metadata        | default
            cluster     | None            | getPods
            cluster     | RequestResponse | getClusterRoles
            cluster     | Request         | clusterRoleEdit getClusterRoles
            cluster     | None            | getPodLogs getPods
            nonResource | Metadata        | default
            nonResource | Metadata        | tims
            nonResource | None            | getPods
            nonResource | None            | wildcard
            nonResource | RequestResponse | getLogs
            nonResource | Request         | anyUrl
            nonResource | None            | getMetrics
            nonResource | RequestResponse | getLogs getClusterRoles default
            subresource | Request         | getPodLogs getPods
            subresource | None            | getPods
            subresource | Request         | wildcard
            subresource | Request         | anyLog
            subresource | Request         | anyOfPods
            Unauthorized | None           | tims
            Unauthorized | Metadata       | tims default
            Unauthorized | None           | humans
            ClusterRoleUpdate | RequestResponse | anyStatus
            """)
    void firstMatchingRuleSetsTheLevel(String request, String level, String rules) {
        assertThat(evaluate(request, "", rules).level()).hasToString(level);
    }

    @Test
    void omittedStagesAreTheUnionOfPolicyAndRule() {
        String policy = "omitStages: ['RequestReceived', 'ResponseStarted'], ";

        assertThat(evaluate("namespaced", policy, "{level: 'Request', omitStages: ['Panic', 'RequestReceived']}")
                        .omitStages())
                .containsExactlyInAnyOrder(AuditStage.REQUEST_RECEIVED, AuditStage.RESPONSE_STARTED, AuditStage.PANIC);
        assertThat(evaluate("namespaced", policy, "default").omitStages()).hasSize(2);
        assertThat(evaluate("namespaced", "", "default").omitStages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                         | {level: 'Request'}                           | false
            omitManagedFields: true,   | {level: 'Request'}                           | true
            omitManagedFields: true,   | {level: 'Request', omitManagedFields: false} | false
            omitManagedFields: false,  | {level: 'Request', omitManagedFields: true}  | true
            """)
    void omitManagedFieldsOfARule_overridesThePolicy(String policy, String rule, boolean omitted) {
        assertThat(evaluate("cluster", policy, rule).omitManagedFields()).isEqualTo(omitted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                             | rules[0].level: required
            {level: 'FooBar'}                                              | rules[0].level: must be one of None, Metadata, Request, RequestResponse, not "FooBar"
            {level: 'None', namespaces: ['a'], nonResourceURLs: ['/logs']} | rules[0].nonResourceURLs: rules cannot apply to both
            {level: 'None', resources: [{}], nonResourceURLs: ['/logs']}   | rules[0].nonResourceURLs: rules cannot apply to both
            {level: 'None', resources: [{group: 'rbac/v1', resources: ['roles']}]} | rules[0].resources[0].group: a lowercase RFC 1123 subdomain
            {level: 'None', resources: [{resourceNames: ['leader']}]}      | rules[0].resources[0].resourceNames: using resourceNames requires
            {level: 'None', nonResourceURLs: ['logs']}                     | rules[0].nonResourceURLs[0]: non-resource URL rules must begin
            {level: 'None', nonResourceURLs: ['/a', '']}                   | rules[0].nonResourceURLs[1]: non-resource URL rules must begin
            {level: 'None', nonResourceURLs: ['/logs/*/*']}                | rules[0].nonResourceURLs[0]: non-resource URL wildcards
            {level: 'None', nonResourceURLs: ['/logs/*.log']}              | rules[0].nonResourceURLs[0]: non-resource URL wildcards
            {level: 'None', omitStages: ['foo']}                           | rules[0].omitStages[0]: must be one of RequestReceived
            {level: 'None', users: 'tim'}                                  | rules[0].users: must be an array
            {level: 'None', users: [5]}                                    | rules[0].users[0]: must be a string
            {level: 'None', omitManagedFields: 'yes'}                      | rules[0].omitManagedFields: must be a boolean
            5                                                              | rules[0]: must be an object
            """)
    void invalidRuleIsRejectedWithItsFieldPath(String rule, String problem) {
        assertThatThrownBy(() -> policy("", rule))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                                                                      | must be an object
            {kind: 'Policy', rules: [{level: 'None'}]}                                              | apiVersion: must be audit.k8s.io/v1
            {apiVersion: 'audit.k8s.io/v1', kind: 'Rule', rules: [{level: 'None'}]}                 | kind: must be Policy
            {apiVersion: 'audit.k8s.io/v1', kind: 'Policy'}                                         | rules: must hold a rule
            {apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: {}}                              | rules: must be an array
            {apiVersion: 'audit.k8s.io/v1', kind: 'Policy', omitStages: ['x'], rules: []}           | omitStages[0]: must be one of
            """)
    void invalidPolicyIsRejected(String document, String problem) {
        assertThatThrownBy(() -> AuditPolicy.read(TestJson.parse(document), _ -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void unknownFieldsProduceWarnings() {
        List<String> warnings = new ArrayList<>();
        AuditPolicy.read(
                TestJson.parse("{apiVersion: 'audit.k8s.io/v1', kind: 'Policy', metadata: {name: 'a'}, rulez: [],"
                        + " rules: [{level: 'None', user: ['a'], resources: [{groups: 'a'}]}]}"),
                warnings::add);

        assertThat(warnings)
                .containsExactly(
                        "rulez: unknown field",
                        "rules[0].user: unknown field",
                        "rules[0].resources[0].groups: unknown field");
    }

    @Test
    void policyRecordsNothingIfEveryLevelIsNone() {
        assertThat(AuditPolicy.NONE.recordsNothing()).isTrue();
        assertThat(policy("", "{level: 'None'}").recordsNothing()).isTrue();
        assertThat(policy("", "{level: 'None'}, {level: 'Metadata'}").recordsNothing())
                .isFalse();
    }

    private static RequestAuditConfig evaluate(String request, String policy, String rules) {
        List<String> texts = new ArrayList<>();
        if (rules.startsWith("{")) {
            texts.add(rules);
        } else {
            for (String rule : rules.split(" ", -1)) {
                texts.add(String.valueOf(RULES.get(rule)));
            }
        }
        return policy(policy, String.join(", ", texts)).evaluate(Objects.requireNonNull(REQUESTS.get(request)));
    }

    private static AuditPolicy policy(String fields, String rules) {
        return AuditPolicy.read(
                TestJson.parse("{apiVersion: 'audit.k8s.io/v1', kind: 'Policy', " + fields + "rules: [" + rules + "]}"),
                warning -> {
                    throw new AssertionError(warning);
                });
    }

    private static RequestAttributes resource(
            UserInfo user, String verb, String group, String resource, String subresource, String ns, String name) {
        return new RequestAttributes.Resource(user, verb, group, "v1", resource, subresource, ns, name);
    }
}
