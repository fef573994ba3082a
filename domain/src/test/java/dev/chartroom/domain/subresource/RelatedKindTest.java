package dev.chartroom.domain.subresource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelatedKindTest {
    private static final GroupVersion BATCH = new GroupVersion("batch", "v1");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {metadata: {labels: {of: 'redis-cart', tier: 'a'}}, spec: {of: {name: 'redis-cart'}}}   | true
            {metadata: {labels: {of: 'redis-cart'}}, spec: {of: {name: 'redis-cart'}}}              | false
            {metadata: {labels: {of: 'redis-other', tier: 'a'}}, spec: {of: {name: 'redis-cart'}}}  | false
            {metadata: {labels: {of: 'redis-cart', tier: 'a'}}, spec: {of: {name: 'redis-other'}}}  | false
            {metadata: {labels: {of: 'redis-cart', tier: 'a'}}, spec: {of: 'redis-cart'}}           | false
            {metadata: {labels: {of: 'redis-cart', tier: 'a'}}}                                     | false
            {}                                                                                      | false
            """)
    void labelsAndFieldMustMatch(String object, boolean included) {
        RelatedKind kind = new RelatedKind(
                BATCH, "Job", Map.of("of", "$(release)", "tier", "a"), "spec.of.name", JsonObject.EMPTY);

        assertThat(kind.includes(TestJson.object(object), "redis-cart")).isEqualTo(included);
    }

    @Test
    void oneOfBothSuffices() {
        JsonObject job = TestJson.object("{metadata: {labels: {of: 'a'}}, of: 'b'}");

        assertThat(new RelatedKind(BATCH, "Job", Map.of("of", "$(release)"), "", JsonObject.EMPTY).includes(job, "a"))
                .isTrue();
        assertThat(new RelatedKind(BATCH, "Job", Map.of(), "of", JsonObject.EMPTY).includes(job, "b"))
                .isTrue();
    }

    /** A cron schedule has asterisks, so these are no placeholders. */
    @Test
    void templateIsFilledInAndStaysItsKindAndNamespace() {
        JsonObject create = TestJson.object("""
                {apiVersion: 'v1', kind: 'Secret', metadata: {name: '$(release)-x', namespace: 'kube-system'},
                 spec: {schedule: '0 * * * *', args: ['of-$(release)', 1, true, null]}}
                """);

        assertThat(new RelatedKind(BATCH, "Job", Map.of(), "of", create).template("cart", "shop"))
                .hasValue(TestJson.object("""
                        {apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'cart-x', namespace: 'shop'},
                         spec: {schedule: '0 * * * *', args: ['of-cart', 1, true, null]}}
                        """));
        assertThat(new RelatedKind(BATCH, "Job", Map.of(), "of", JsonObject.EMPTY).template("cart", "shop"))
                .isEmpty();
    }
}
