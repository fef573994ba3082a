package dev.chartroom.bootstrap.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.CozystackKinds;
import dev.chartroom.domain.kind.NamespaceKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindManifestsTest {

    @Test
    void rolesHaveOnlyTheVerbsOfTheirKinds() {
        List<JsonObject> roles = new KindManifests(ComputedKinds.ALL).userRoles();

        assertThat(roles)
                .extracting(role -> role.arrayOrEmpty("rules").toString())
                .containsExactly(
                        "[{\"apiGroups\":[\"computed.chartroom.dev\"],\"resources\":"
                                + "[\"applicationmetrics\", \"applicationoptions\"],\"verbs\":[\"get\", \"list\"]}]",
                        "[{\"apiGroups\":[\"computed.chartroom.dev\"],"
                                + "\"resources\":[\"applicationpreviews\", \"selfsubjectkindsreviews\"],"
                                + "\"verbs\":[\"create\"]}]");
        assertThat(roles.getLast().objectOrEmpty("metadata").stringOrEmpty("name"))
                .isEqualTo("chartroom:computed.chartroom.dev:edit");
    }

    /** A role that is aggregated to view would show the Secrets of tenants to every viewer. */
    @Test
    void kindsOfCozystackHaveNoUserRoles() {
        assertThat(new KindManifests(CozystackKinds.ALL).userRoles()).isEmpty();
        assertThat(new KindManifests(CozystackKinds.ALL).groupVersions()).hasSize(1);
    }

    @Test
    void kindWithoutDeletecollectionHasNoRightToIt() {
        List<JsonObject> roles = new KindManifests(List.of(NamespaceKind.KIND)).userRoles();

        assertThat(roles).hasSize(2);
        assertThat(roles.getLast().arrayOrEmpty("rules").toString())
                .contains("\"verbs\":[\"create\", \"update\", \"patch\", \"delete\"]");
    }

    @Test
    void groupVersionOfComputedKindsHasOneApiService() {
        List<JsonObject> objects =
                new KindManifests(ComputedKinds.ALL).registration(new KindManifests.Target("ns", "service", 443, ""));

        assertThat(objects)
                .filteredOn(object -> object.stringOrEmpty("kind").equals("APIService"))
                .extracting(object -> object.objectOrEmpty("metadata").stringOrEmpty("name"))
                .containsExactly("v1alpha1.computed.chartroom.dev");
    }
}
