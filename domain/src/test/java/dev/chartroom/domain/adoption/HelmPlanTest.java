package dev.chartroom.domain.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelmPlanTest {
    private static final ApplicationKind REDIS = Redises.kind();
    private static final HelmPlan.Options STRICT = new HelmPlan.Options(false, false);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            redis-cart | cart | -
            cart       | cart | cart
            redis      | redis | redis
            """)
    void releaseOfFluxNamesTheReleaseInHelmOnlyIfTheirNamesDiffer(String inHelm, String name, String releaseName) {
        HelmPlan.Possible plan = possible(inHelm, "{replicas: 3, extra: 1}", false);

        assertThat(plan.name()).isEqualTo(name);
        JsonObject release = plan.release();
        assertThat(release.objectOrEmpty("metadata").stringOrEmpty("name")).isEqualTo("redis-" + name);
        assertThat(release.objectOrEmpty("metadata").stringOrEmpty("namespace")).isEqualTo("shop");
        JsonObject spec = release.objectOrEmpty("spec");
        assertThat(spec.string("releaseName").orElse(null)).isEqualTo(releaseName);
        assertThat(spec.objectOrEmpty("values")).isEqualTo(object("{replicas: 3, extra: 1}"));
        assertThat(spec.objectOrEmpty("chartRef").stringOrEmpty("name")).isEqualTo("redis");
        assertThat(spec.has("suspend")).isFalse();
        assertThat(ReleaseConverter.isOf(REDIS, release)).isTrue();
        assertThat(installation(inHelm, "redis", "{}").isManagedBy(release)).isTrue();
        assertThat(plan.object().hidden()).containsExactly("spec.extra");
        assertThat(plan.object().missing()).isEmpty();
        assertThat(plan.object().different()).isEmpty();
    }

    @Test
    void suspendedReleaseIsCreatedSuspended() {
        assertThat(possible("cart", "{}", true).release().objectOrEmpty("spec").isTrue("suspend"))
                .isTrue();
    }

    @Test
    void otherChartIsRefused() {
        assertThat(HelmPlan.of(REDIS, installation("cart", "nginx", "{}"), "redis", STRICT))
                .isEqualTo(new HelmPlan.Refused(
                        "Helm installed the chart \"nginx\", but redises.apps.example.com has the chart \"redis\""));
    }

    /** A user who can write Secrets of the namespace can write these values. */
    @Test
    void valuesOfThePlatformAreRefused() {
        assertThat(HelmPlan.of(REDIS, installation("cart", "redis", "{replicas: 1, _cluster: {}}"), "redis", STRICT))
                .isEqualTo(new HelmPlan.Refused(
                        "its values have \"_cluster\", and only the platform may set keys that begin with _"));
    }

    /** A user who can write Secrets of the namespace could otherwise set values that the kind does not offer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {replicas: 1, extra: 1} | users could not set its values: spec.extra: the schema does not have this value
            {replicas: 'many'}      | users could not set its values: spec.replicas: Invalid value
            {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1} | the schema does not have this value; and 2 more
            """)
    void valuesThatUsersCouldNotSetAreRefusedUnlessTheyAreAllowed(String values, String reason) {
        assertThat(HelmPlan.of(REDIS, installation("cart", "redis", values), "redis", STRICT))
                .isInstanceOfSatisfying(
                        HelmPlan.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason, "(--allow-invalid accepts them)"));
        assertThat(possible("cart", values, false).object().isSettable()).isFalse();
    }

    @Test
    void nameThatIsNotValidForAnObjectIsRefused() {
        assertThat(HelmPlan.of(REDIS, installation("1cart", "redis", "{}"), "redis", STRICT))
                .isInstanceOf(HelmPlan.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {name: 'cart', namespace: 'shop'}  | {} | true
            {name: 'cart', namespace: 'other'} | {} | false
            {name: 'x', namespace: 'shop'}     | {releaseName: 'cart'} | true
            {name: 'cart', namespace: 'shop'}  | {releaseName: 'x'} | false
            {name: 'cart', namespace: 'shop'}  | {targetNamespace: 'prod'} | false
            {name: 'x', namespace: 'shop'}     | {targetNamespace: 'prod', releaseName: 'cart'} | true
            {name: 'cart', namespace: 'flux'}  | {storageNamespace: 'shop'} | true
            {name: 'cart', namespace: 'shop'}  | {storageNamespace: 'flux'} | false
            """)
    void installationIsManagedByTheReleaseThatFluxMapsToIt(String metadata, String spec, boolean managed) {
        JsonObject release = JsonObject.of("metadata", object(metadata)).with("spec", object(spec));

        assertThat(installation("cart", "redis", "{}").isManagedBy(release)).isEqualTo(managed);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # the name of the HelmRelease, and that of the release in Helm
            a123456789b123456789c123456789d123456789e123456789f12,   a123456789b123456789c123456789d123456789e123456789f12
            a123456789b123456789c123456789d123456789e123456789f123,  a123456789b123456789c123456789d123456789-DIGEST
            """)
    void installationIsManagedByTheReleaseWhoseLongNameFluxShortens(String name, String inHelm) throws Exception {
        String digest = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)))
                .substring(0, 12);
        JsonObject release = object("{metadata: {name: '" + name + "', namespace: 'shop'}, spec: {}}");

        assertThat(installation(inHelm.replace("DIGEST", digest), "redis", "{}").isManagedBy(release))
                .isTrue();
    }

    private static HelmPlan.Possible possible(String inHelm, String values, boolean suspended) {
        return (HelmPlan.Possible) HelmPlan.of(
                REDIS, installation(inHelm, "redis", values), "redis", new HelmPlan.Options(suspended, true));
    }

    private static HelmInstallation installation(String name, String chart, String values) {
        return new HelmInstallation(new NamespacedName("shop", name), chart, "17.0.0", object(values));
    }
}
