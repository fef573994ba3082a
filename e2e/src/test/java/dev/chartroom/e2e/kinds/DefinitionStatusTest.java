package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The outcome of a definition is reported in its status and by Events. */
class DefinitionStatusTest extends LiveDefinitions {
    @Test
    void statusReportsWhetherADefinitionIsAccepted() {
        applyDefinition(definition("Lamp"));
        // Both replicas must serve the kind first: a replica that never read the valid definition cannot keep serving
        // it.
        awaitServed("lamps");
        awaitConditions(
                "lamps",
                "Accepted=True:Valid NamesAccepted=True:NoConflicts Established=True:Served"
                        + " Ready=True:Served Stalled=False:Served 1");
        assertThat(controlPlane.kubectl().succeed("get", "kinddefinition", "lamps.live.example.com"))
                .containsPattern("KIND +ESTABLISHED +READY +OBJECTS +AGE +MESSAGE")
                .containsPattern("Lamp +True +True .* the kind is served");
        controlPlane
                .kubectl()
                .succeed("wait", "--for=condition=Ready", "--timeout=10s", "kinddefinition/lamps.live.example.com");

        applyDefinition(definition("Lamp").replace("type: integer", "type: whole"));
        awaitConditions(
                "lamps",
                "Accepted=False:Invalid NamesAccepted=True:NoConflicts Established=True:ServedAsBefore"
                        + " Ready=False:Invalid Stalled=True:Invalid 2");
        assertThat(controlPlane.kubectl().succeed("get", "kinddefinition", "lamps.live.example.com"))
                .containsPattern("Lamp +True +False .*type");
        assertThat(conditions("lamps", "{.message}")).contains("size", "the last valid version stays in effect");
        assertThat(replicas)
                .allSatisfy(
                        replica -> assertThat(status(replica, path("lamps"))).isEqualTo(200));

        applyConfigMap("twins.yaml", definition("Twin"));
        awaitServed("twins");
        applyDefinition(definition("Twin"));
        awaitConditions(
                "twins",
                "Accepted=True:Valid NamesAccepted=False:Conflict Established=False:NotAccepted"
                        + " Ready=False:Conflict Stalled=True:Conflict 1");
        assertThat(conditions("twins", "{.message}")).contains("taken", "ConfigMap chartroom-system/kinds, twins.yaml");
    }

    /** Both replicas have the same outcome to report. */
    @Test
    void twoReplicasEmitOneEventPerDefinitionChange() {
        applyDefinition(definition("Torch"));
        // Both replicas must serve the kind first: a replica that never read the valid definition would report another
        // outcome.
        awaitServed("torchs");
        soon("it is told that it is served")
                .untilAsserted(() -> assertThat(events("torchs")).containsExactly("Normal Established 1"));
        assertThat(controlPlane.kubectl().succeed("describe", "kinddefinition", "torchs.live.example.com"))
                .containsPattern("Normal +Established .* chartroom +the kind is served");

        applyDefinition(definition("Torch").replace("type: integer", "type: whole"));
        soon("it is told that it is refused")
                .untilAsserted(() -> assertThat(events("torchs"))
                        .containsExactlyInAnyOrder("Normal Established 1", "Warning Invalid 1"));

        controlPlane.kubectl().succeed("delete", "kinddefinition", "torchs.live.example.com");
        soon("it is told that it is gone")
                .untilAsserted(() -> assertThat(events("torchs")).contains("Normal Withdrawn 1"));

        applyConfigMap("bulbs.yaml", definition("Bulb").replace("type: integer", "type: whole"));
        soon("it is told of the ConfigMap")
                .untilAsserted(() -> assertThat(controlPlane
                                .kubectl()
                                .succeed("describe", "configmap", "kinds", "-n", "chartroom-system"))
                        .containsPattern("Warning +Invalid .*bulbs.yaml: "));
    }

    private static List<String> events(String plural) {
        return controlPlane
                .kubectl()
                .succeed(
                        "get",
                        "events",
                        "-n",
                        "default",
                        "--field-selector=involvedObject.name=" + plural + ".live.example.com",
                        "-o",
                        "jsonpath={range .items[*]}{.type} {.reason} {.count}{\"\\n\"}{end}")
                .lines()
                .toList();
    }

    @Test
    void statusAndWithdrawalEventContainTheNumberOfObjects() {
        applyDefinition(definition("Stool"));
        awaitServed("stools");
        controlPlane.kubectl(replicas.getFirst().direct(controlPlane.admin())).apply("""
                apiVersion: live.example.com/v1alpha1
                kind: Stool
                metadata: {name: bar, namespace: live}
                spec: {}
                """);

        Awaitility.await("it is counted")
                .atMost(Duration.ofMinutes(2))
                .until(() -> controlPlane
                        .kubectl()
                        .succeed("get", "kinddefinition", "stools.live.example.com", "-o", "jsonpath={.status.objects}")
                        .equals("1"));

        controlPlane.kubectl().succeed("delete", "kinddefinition", "stools.live.example.com");
        soon("it is told what remains")
                .untilAsserted(() -> assertThat(controlPlane
                                .kubectl()
                                .succeed("get", "events", "-n", "default", "-o", "jsonpath={.items[*].message}"))
                        .contains("stools.live.example.com is no longer served, and 1 release of its objects remains"));
    }

    private static void awaitConditions(String plural, String expected) {
        soon("the status of " + plural)
                .untilAsserted(() -> assertThat(
                                conditions(plural, "{.type}={.status}:{.reason} ") + observedGeneration(plural))
                        .isEqualTo(expected));
    }

    private static String conditions(String plural, String format) {
        return told(plural, "{range .status.conditions[*]}" + format + "{end}");
    }

    private static String observedGeneration(String plural) {
        return told(plural, "{.status.observedGeneration}");
    }

    private static String told(String plural, String path) {
        return controlPlane
                .kubectl()
                .succeed("get", "kinddefinition", plural + ".live.example.com", "-o", "jsonpath=" + path);
    }
}
