package dev.chartroom.e2e.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.Kubectl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** kubectl and the controllers of workloads see pods as a real kubelet would report them. */
@RequiresControlPlane(controllers = true)
class KubeletTest {
    private static final String NAMESPACE = "kubelet";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static Kubelet kubelet;
    private static WorkloadControllers controllers;

    private final Kubectl kubectl = ControlPlane.shared().kubectl();

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        await("the service account of pods")
                .atMost(LIMIT)
                .until(() -> controlPlane
                                .kubectl()
                                .run("get", "serviceaccount", "default", "-n", NAMESPACE)
                                .exitCode()
                        == 0);
    }

    @AfterAll
    static void stop() {
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    @Test
    void deployment_rollsOutAndIsAvailable() {
        apply(Workload.deployment("good", "ready", 60));

        assertThat(succeed("rollout", "status", "deployment/good", "--timeout=50s"))
                .contains("successfully rolled out");
        succeed("wait", "--for=condition=Available", "deployment/good", "--timeout=50s");
    }

    @Test
    void statefulSetAndDaemonSet_rollOut() {
        apply(Workload.statefulSet("ordered"));
        apply(Workload.daemonSet("everywhere"));

        succeed("rollout", "status", "statefulset/ordered", "--timeout=50s");
        succeed("rollout", "status", "daemonset/everywhere", "--timeout=50s");
        assertThat(pods("ordered", "{.metadata.name}")).containsExactly("ordered-0", "ordered-1");
    }

    @Test
    void deploymentsWhosePodsAreNeverReady_areNotAvailable() {
        List<String> outcomes = List.of("crashing", "running", "pending");
        outcomes.forEach(outcome -> apply(Workload.deployment(outcome, outcome, 3)));

        for (String outcome : outcomes) {
            assertThat(run("rollout", "status", "deployment/" + outcome, "--timeout=50s")
                            .stderr())
                    .as(outcome)
                    .contains("exceeded its progress deadline");
            assertThat(get("deployment/" + outcome, "{.status.conditions[?(@.type=='Available')].status}"))
                    .as(outcome)
                    .isEqualTo("False");
            assertThat(pods(outcome, "{.status.conditions[?(@.type=='Ready')].status}"))
                    .as(outcome)
                    .containsExactly("False", "False");
        }
    }

    @ParameterizedTest
    @CsvSource({"pending,Pending,ContainerCreating", "running,Running,''", "crashing,Running,CrashLoopBackOff"})
    void outcome_decidesPhaseAndStateOfPod(String outcome, String phase, String waiting) {
        runPod("is-" + outcome, Kubelet.OUTCOME + "=" + outcome);

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(get(
                                "pod/is-" + outcome,
                                "{.status.phase},{.status.containerStatuses[0].state.waiting.reason}"))
                        .isEqualTo(phase + "," + waiting));
    }

    @Test
    void crashingPod_restartsAgainAndAgain() {
        runPod("restarting", Kubelet.OUTCOME + "=crashing");

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(get("pod/restarting", "{.status.containerStatuses[0].restartCount}"))
                        .matches("[3-9]|\\d\\d+"));
    }

    @ParameterizedTest
    @CsvSource({
        "Never, succeeded, complete",
        "OnFailure, succeeded, complete",
        "Never, failed, failed",
        "OnFailure, failed, failed"
    })
    void job_endsWithTheOutcomeOfItsPods(String restartPolicy, String outcome, String condition) {
        String name = outcome + "-" + restartPolicy.toLowerCase(Locale.ROOT);
        apply(Workload.job(name, restartPolicy, outcome));

        succeed("wait", "--for=condition=" + condition, "job/" + name, "--timeout=55s");
    }

    @Test
    void podOfAJob_succeedsByDefault() {
        succeed("create", "job", "plain", "--image=example.com/main");

        succeed("wait", "--for=condition=complete", "job/plain", "--timeout=50s");
    }

    @Test
    void podWithAnUnknownOutcome_staysPending() {
        runPod("unknown", Kubelet.OUTCOME + "=unknown");
        runPod("known", Kubelet.OUTCOME + "=ready");

        succeed("wait", "--for=condition=Ready", "pod/known", "--timeout=50s");
        assertThat(get("pod/unknown", "{.status.phase},{.spec.nodeName}")).isEqualTo("Pending,");
    }

    @Test
    void logs_areThoseOfTheAnnotation() {
        apply(Workload.job("logging", "Never", "succeeded"));
        succeed("wait", "--for=condition=complete", "job/logging", "--timeout=50s");

        assertThat(succeed("logs", "job/logging")).isEqualTo("first\nsecond\n");
        assertThat(succeed("logs", "job/logging", "--follow")).isEqualTo("first\nsecond\n");
        assertThat(succeed("logs", "job/logging", "--tail=1")).isEqualTo("second\n");
        assertThat(succeed("logs", "job/logging", "--timestamps")).matches("\\S+T\\S+Z first\n\\S+T\\S+Z second\n");
        assertThat(succeed("logs", "job/logging", "--since=1h")).isEqualTo("first\nsecond\n");
    }

    @Test
    void logsWithoutTheAnnotation_nameThePod() {
        runPod("talking");
        succeed("wait", "--for=condition=Ready", "pod/talking", "--timeout=50s");

        assertThat(succeed("logs", "talking")).isEqualTo("talking started\n");
    }

    @Test
    void followedLogs_endWithThePod() {
        runPod("followed");
        succeed("wait", "--for=condition=Ready", "pod/followed", "--timeout=50s");

        try (var following = kubectl.startWatching("logs", "followed", "--follow", "-n", NAMESPACE)) {
            await().atMost(LIMIT).until(() -> following.lines().equals(List.of("followed started")));
            assertThat(following.isAlive()).isTrue();
            succeed("annotate", "pod", "followed", Kubelet.LOGS + "=followed started\nmore");
            await().atMost(LIMIT).until(() -> following.lines().equals(List.of("followed started", "more")));
            succeed("delete", "pod", "followed");
            await().atMost(LIMIT).until(() -> !following.isAlive());
        }
    }

    @Test
    void logsOfAPendingPod_areABadRequest() {
        runPod("waiting", Kubelet.OUTCOME + "=pending");
        await().atMost(LIMIT)
                .until(() -> !get("pod/waiting", "{.status.startTime}").isEmpty());

        assertThat(run("logs", "waiting").stderr())
                .contains("container \"waiting\" in pod \"waiting\" is waiting to start");
    }

    @Test
    void podsOfADeletedDeployment_areDeleted() {
        apply(Workload.deployment("deleted", "ready", 60));
        succeed("rollout", "status", "deployment/deleted", "--timeout=50s");
        assertThat(pods("deleted", "{.metadata.name}")).hasSize(2);

        succeed("delete", "deployment", "deleted", "--cascade=foreground", "--timeout=50s");

        assertThat(pods("deleted", "{.metadata.name}")).isEmpty();
    }

    @Test
    void runningJobThatExceedsItsDeadline_failsAndLosesItsPods() {
        apply(Workload.job("late", "Never", "ready"));
        await().atMost(LIMIT).until(() -> pods("late", "{.status.phase}").equals(List.of("Running")));

        succeed("patch", "job", "late", "--type=merge", "-p", "{\"spec\":{\"activeDeadlineSeconds\":1}}");

        succeed("wait", "--for=condition=failed", "job/late", "--timeout=50s");
        await().atMost(LIMIT).until(() -> pods("late", "{.status.phase}").isEmpty());
    }

    @Test
    void readyPods_areEndpointsOfTheirService() {
        apply(Workload.deployment("served", "ready", 60));
        succeed("expose", "deployment/served", "--port=80");
        succeed("rollout", "status", "deployment/served", "--timeout=50s");

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(succeed(
                                "get",
                                "endpointslices",
                                "-l",
                                "kubernetes.io/service-name=served",
                                "-o",
                                "jsonpath={.items[*].endpoints[*].conditions.ready}"))
                        .isEqualTo("true true"));
    }

    private void apply(String manifest) {
        kubectl.succeedWithInput(manifest, "apply", "-n", NAMESPACE, "-f", "-");
    }

    private void runPod(String name, String... annotations) {
        List<String> command = new ArrayList<>(List.of("run", name, "--image=example.com/main"));
        for (String annotation : annotations) {
            command.add("--annotations=" + annotation);
        }
        succeed(command.toArray(String[]::new));
    }

    private String get(String object, String path) {
        return succeed("get", object, "-o", "jsonpath=" + path);
    }

    /** Returns a field of the pods of a workload, in the order of the pods' names. */
    private List<String> pods(String app, String field) {
        String path = field.substring(1, field.length() - 1);
        return succeed("get", "pods", "-l", "app=" + app, "-o", "jsonpath={range .items[*]}{" + path + "}{'\\n'}{end}")
                .lines()
                .toList();
    }

    private String succeed(String... command) {
        return kubectl.succeed(inNamespace(command));
    }

    private Kubectl.Result run(String... command) {
        return kubectl.run(inNamespace(command));
    }

    private static String[] inNamespace(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--namespace=" + NAMESPACE);
        return words.toArray(String[]::new);
    }
}
