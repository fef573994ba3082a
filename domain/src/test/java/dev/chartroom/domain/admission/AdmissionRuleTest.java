package dev.chartroom.domain.admission;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests that a rule matches. The table is a short form of upstream's. */
class AdmissionRuleTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # groups       | versions | operations    | resources           | scope      | names | matches | matches its status
            *              | *        | *             | *                   | *          |       | true    | false
            *              | *        | *             | */*                 | *          |       | true    | true
            *              | *        | *             | redises             | *          |       | true    | false
            *              | *        | *             | redises/*           | *          |       | true    | true
            *              | *        | *             | redises/status      | *          |       | false   | true
            *              | *        | *             | */status            | *          |       | false   | true
            *              | *        | *             | pods,redises        | *          |       | true    | false
            *              | *        | *             | redis               | *          |       | false   | false
            apps.test.example.com | * | *             | *                   | *          |       | true    | false
            test.example.com | *      | *             | *                   | *          |       | false   | false
            *              | v1alpha1 | *             | *                   | *          |       | true    | false
            *              | v1       | *             | *                   | *          |       | false   | false
            *              | *        | CREATE        | *                   | *          |       | true    | false
            *              | *        | UPDATE,DELETE | *                   | *          |       | false   | false
            *              | *        | *             | *                   | Namespaced |       | true    | false
            *              | *        | *             | *                   | Cluster    |       | false   | false
            *              | *        | *             | *                   | *          | a,b   | true    | false
            *              | *        | *             | *                   | *          | b     | false   | false
            """)
    void ruleMatchesByGroupVersionOperationResourceScopeAndName(
            String groups,
            String versions,
            String operations,
            String resources,
            String scope,
            String names,
            boolean matches,
            boolean matchesStatus) {
        AdmissionRule rule = AdmissionRule.of(object(
                """
                {"apiGroups":[%s],"apiVersions":[%s],"operations":[%s],"resources":[%s],"scope":"%s","resourceNames":[%s]}
                """.formatted(list(groups), list(versions), list(operations), list(resources), scope, list(names))));

        assertThat(rule.matches(attributes(""), "v1alpha1")).isEqualTo(matches);
        assertThat(rule.matches(attributes("status"), "v1alpha1")).isEqualTo(matchesStatus);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # operations | resources      | names | may match | may match its status
            *            | *              | b     | true      | false
            DELETE       | redises        |       | true      | false
            DELETE       | redises/*      |       | true      | true
            *            | pods,*/status  |       | false     | true
            *            | pods,pods/*    |       | false     | false
            CREATE       | *              |       | false     | false
            """)
    void matchWithoutAnObjectIgnoresResourceNames(
            String operations, String resources, String names, boolean mayMatch, boolean mayMatchStatus) {
        AdmissionRule rule = AdmissionRule.of(object(
                "{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":[%s],\"resources\":[%s],\"resourceNames\":[%s]}"
                        .formatted(list(operations), list(resources), list(names))));

        assertThat(rule.matches(kind(), "v1alpha1", "", Operation.DELETE)).isEqualTo(mayMatch);
        assertThat(rule.matches(kind(), "v1alpha1", "status", Operation.DELETE)).isEqualTo(mayMatchStatus);
    }

    private static String list(String values) {
        return values == null ? "" : "\"" + values.replace(",", "\",\"") + "\"";
    }

    private static ApplicationKind kind() {
        return new ApplicationKind(
                "apps.test.example.com",
                "v1alpha1",
                new KindNames("Redis", "RedisList", "redises", "redis", List.of(), List.of()),
                "",
                Schema.of(JsonObject.EMPTY),
                ReleaseTemplate.builder("redis-", new ReleaseChart.Reference(JsonObject.EMPTY))
                        .build());
    }

    private static AdmissionAttributes attributes(String subresource) {
        return new AdmissionAttributes(
                kind(),
                subresource,
                "ns",
                "a",
                Operation.CREATE,
                JsonObject.EMPTY,
                false,
                UserInfo.of("jane", List.of()),
                JsonObject.EMPTY,
                null);
    }
}
