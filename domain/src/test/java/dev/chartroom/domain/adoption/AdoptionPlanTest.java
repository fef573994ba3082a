package dev.chartroom.domain.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.conversion.FieldChange;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.evolution.ObjectChange.DefaultChange;
import dev.chartroom.domain.kind.ApplicationKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptionPlanTest {
    private static final ApplicationKind REDIS = Redises.kind();

    @Test
    void labelledReleaseIsTheObject() {
        JsonObject release = Redises.release("redis-cart", "{replicas: 3}");

        AdoptionPlan.Possible plan = possible(REDIS, release);
        JsonObject labelled = Redises.withLabels(release, plan.labels());

        assertThat(plan.name()).isEqualTo("cart");
        assertThat(plan.labels()).isEqualTo(object("""
                {'apps.example.com/application.kind': 'Redis', 'apps.example.com/application.group': 'apps.example.com',
                 'apps.example.com/application.name': 'cart'}
                """));
        assertThat(ReleaseConverter.isOf(REDIS, labelled)).isTrue();
        assertThat(AdoptionPlan.of(REDIS, labelled)).isEqualTo(new AdoptionPlan.Adopted("cart"));
        assertThat(ReleaseConverter.toApplication(REDIS, labelled).metadata().name())
                .isEqualTo("cart");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            cart        | {} | its name does not begin with "redis-", the prefix of redises.apps.example.com
            redis-      | {} | its name does not begin with "redis-", the prefix of redises.apps.example.com
            redis-1     | {} | the name of its object, "1", is not valid: Invalid value: "1": a DNS-1035 label
            redis-a.b   | {} | the name of its object, "a.b", is not valid: Invalid value: "a.b": a DNS-1035 label
            redis-a     | {'apps.example.com/application.kind': 'Postgres'} | its labels name the kind Postgres of apps.example.com
            redis-a     | {'apps.example.com/application.name': 'b'} | its label apps.example.com/application.name is already "b"
            redis-a     | {'apps.example.com/application.group': ''} | its label apps.example.com/application.group is already ""
            redis-a     | {'other.example.com/application.kind': 'Redis'} | its labels name the kind Redis of other.example.com
            """)
    void releaseThatCannotBeAnObjectIsRefused(String name, String labels, String reason) {
        JsonObject release = Redises.withLabels(Redises.release(name, "{}"), object(labels));

        assertThat(AdoptionPlan.of(REDIS, release))
                .isInstanceOfSatisfying(
                        AdoptionPlan.Refused.class,
                        refused -> assertThat(refused.reason()).startsWith(reason));
    }

    @Test
    void releaseBeingDeletedIsRefused() {
        assertThat(AdoptionPlan.of(REDIS, Redises.deleted(Redises.release("redis-cart", "{}"))))
                .isEqualTo(new AdoptionPlan.Refused("the HelmRelease is being deleted"));
    }

    @Test
    void labelOfTheUserOfAnObjectIdentifiesNoKind() {
        JsonObject release = Redises.withLabels(
                Redises.release("redis-cart", "{}"), object("{'apps.example.com-x.io/application.kind': 'y'}"));

        assertThat(possible(REDIS, release).name()).isEqualTo("cart");
    }

    @Test
    void incompleteLabelsOfTheKindAreCompleted() {
        JsonObject release = Redises.withLabels(
                Redises.release("redis-cart", "{}"),
                object("{'apps.example.com/application.kind': 'Redis', team: 'x'}"));

        assertThat(possible(REDIS, release).labels().names()).hasSize(3);
    }

    @Test
    void objectShowsDefaultsAndMasksSensitiveValues() {
        AdoptedObject object = possible(REDIS, Redises.release("redis-cart", "{replicas: 3, password: 'x'}"))
                .object();

        assertThat(object.spec()).isEqualTo(object("{replicas: 3, password: '******', size: '1Gi'}"));
        assertThat(object.defaults()).extracting(DefaultChange::path).containsExactly("spec.size");
        assertThat(object.hidden()).isEmpty();
        assertThat(object.errors()).isEmpty();
    }

    @Test
    void unknownAndReservedValuesAreHidden() {
        AdoptedObject object = possible(
                        REDIS, Redises.release("redis-cart", "{size: '5Gi', extra: {a: 1}, _platform: {b: 2}}"))
                .object();

        assertThat(object.hidden()).containsExactly("spec.extra", "spec._platform");
        assertThat(object.spec()).isEqualTo(object("{size: '5Gi', replicas: 2}"));
    }

    @Test
    void invalidValuesHaveTheErrorsOfACreate() {
        AdoptedObject object = possible(REDIS, Redises.release("redis-cart", "{replicas: 0, size: 5, password: 7}"))
                .object();

        assertThat(object.errors())
                .extracting(FieldError::toString)
                .containsExactlyInAnyOrder(
                        "spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1",
                        "spec.size: Invalid value: \"integer\": spec.size in body must be of type string: \"integer\"",
                        "spec.password: ******");
    }

    @Test
    void releaseWithoutValuesShowsTheDefaults() {
        JsonObject release = Redises.release("redis-cart", "{}");
        JsonObject without = release.with("spec", release.objectOrEmpty("spec").without("values"));

        assertThat(possible(REDIS, without).object().spec()).isEqualTo(object("{replicas: 2, size: '1Gi'}"));
    }

    @Test
    void fieldsOfTheTemplateAreCompared() {
        AdoptedObject object =
                possible(REDIS, Redises.release("redis-cart", "{}")).object();

        assertThat(object.different())
                .extracting(FieldChange::toString)
                .containsExactly("spec.interval: \"1h\" -> \"5m0s\"");
        assertThat(object.missing())
                .extracting(FieldChange::path)
                .contains("spec.maxHistory", "spec.install.timeout")
                .doesNotContain("spec.chartRef", "spec.interval");
    }

    @Test
    void returnRemovesTheThreeLabels() {
        JsonObject release = Redises.release("redis-cart", "{}");
        JsonObject identity = possible(REDIS, release).labels();

        assertThat(ReturnPlan.of(REDIS, Redises.withLabels(release, identity)))
                .isInstanceOfSatisfying(ReturnPlan.Possible.class, plan -> {
                    assertThat(plan.name()).isEqualTo("cart");
                    assertThat(plan.labels().names()).isEqualTo(identity.names());
                    assertThat(plan.labels().members().values()).containsOnly(JsonNull.NULL);
                });
    }

    @Test
    void plainReleaseNeedsNoReturn() {
        assertThat(ReturnPlan.of(REDIS, Redises.release("redis-cart", "{}"))).isEqualTo(new ReturnPlan.Plain());
    }

    @Test
    void objectOfAnotherKindIsNotReturned() {
        JsonObject release = Redises.withLabels(
                Redises.release("redis-cart", "{}"), object("{'apps.example.com/application.kind': 'Postgres'}"));

        assertThat(ReturnPlan.of(REDIS, release))
                .isEqualTo(new ReturnPlan.Refused("its labels name the kind Postgres of apps.example.com"));
    }

    private static AdoptionPlan.Possible possible(ApplicationKind kind, JsonObject release) {
        return (AdoptionPlan.Possible) AdoptionPlan.of(kind, release);
    }
}
