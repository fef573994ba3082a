package dev.chartroom.adapters.kubernetes.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.ports.admission.ObjectQuota;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedQuotaTest {
    private static final String RESOURCE = "count/redises.apps.example.com";

    @ParameterizedTest
    @CsvSource({
        "0, 1, ''",
        "2, 3, ''",
        "999, 1k, ''",
        "3, 3, 'exceeded quota: q, requested: RESOURCE=1, used: RESOURCE=3, limited: RESOURCE=3'",
        "4, 3, 'exceeded quota: q, requested: RESOURCE=1, used: RESOURCE=4, limited: RESOURCE=3'",
        "0, 0, 'exceeded quota: q, requested: RESOURCE=1, used: RESOURCE=0, limited: RESOURCE=0'",
        "1k, 1k, 'exceeded quota: q, requested: RESOURCE=1, used: RESOURCE=1k, limited: RESOURCE=1k'",
        ", 3, 'status unknown for quota: q, resources: RESOURCE'",
    })
    void quotaAllowsOneMoreObjectOrReturnsTheReason(@Nullable String used, String hard, String refusal) {
        assertThat(quota(used, hard, JsonObject.EMPTY).refusal().orElse(""))
                .isEqualTo(refusal.replace("RESOURCE", RESOURCE));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "9, 10", "999, 1k"})
    void chargeIncrementsTheUsedCount(String used, String more) {
        JsonObject charged = quota(used, "2k", JsonObject.EMPTY).charged();

        assertThat(charged.objectOrEmpty("status").objectOrEmpty("used").stringOrEmpty(RESOURCE))
                .isEqualTo(more);
        assertThat(charged.objectOrEmpty("status").objectOrEmpty("used").stringOrEmpty("pods"))
                .isEqualTo("7");
        assertThat(charged.objectOrEmpty("metadata").stringOrEmpty("name")).isEqualTo("q");
    }

    @ParameterizedTest
    @CsvSource({"1, 3, 2", "3, 3, 0", "4, 3, 0", "1k, 2k, 1k", "500m, 2, 1500m", ", 3, ''"})
    void limitSaysWhatIsLeft(@Nullable String used, String hard, String left) {
        assertThat(quota(used, hard, JsonObject.EMPTY).limit())
                .isEqualTo(new ObjectQuota.Limit("q", RESOURCE, hard, used == null ? "" : used, left));
    }

    @ParameterizedTest
    @CsvSource({"6, 6", "2.5, 2500m", "0.001, 1m"})
    void useOfACostIsRecordedAsAQuantity(BigDecimal cost, String used) {
        CountedQuota quota = quota("1", "10", JsonObject.EMPTY);

        JsonObject changed = quota.withUsed(cost);

        assertThat(changed.objectOrEmpty("status").objectOrEmpty("used").stringOrEmpty(RESOURCE))
                .isEqualTo(used);
        assertThat(new CountedQuota(changed, RESOURCE).cost().used())
                .hasValueSatisfying(read -> assertThat(read).isEqualByComparingTo(cost));
        assertThat(quota.cost().hard()).isEqualByComparingTo("10");
    }

    @Test
    void quotaWithScopesDoesNotLimit() {
        assertThat(quota("0", "1", JsonObject.EMPTY).isLimiting()).isTrue();
        assertThat(quota("0", "1", JsonObject.of("scopes", JsonArray.of(new JsonString("BestEffort"))))
                        .isLimiting())
                .isFalse();
        assertThat(quota("0", "1", JsonObject.of("scopeSelector", JsonObject.of("matchExpressions", JsonArray.EMPTY)))
                        .isLimiting())
                .isFalse();
    }

    @Test
    void quotaWithoutTheResourceDoesNotLimit() {
        assertThat(new CountedQuota(JsonObject.EMPTY, RESOURCE).isLimiting()).isFalse();
    }

    private static CountedQuota quota(@Nullable String used, String hard, JsonObject spec) {
        JsonObject.Builder usage = JsonObject.builder().put("pods", "7");
        if (used != null) {
            usage.put(RESOURCE, used);
        }
        JsonObject quota = JsonObject.of("metadata", JsonObject.of("name", new JsonString("q")))
                .with("spec", spec)
                .with(
                        "status",
                        JsonObject.of("hard", JsonObject.of(RESOURCE, new JsonString(hard)))
                                .with("used", usage.build()));
        return new CountedQuota(quota, RESOURCE);
    }
}
