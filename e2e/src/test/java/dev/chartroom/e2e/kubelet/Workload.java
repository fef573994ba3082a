package dev.chartroom.e2e.kubelet;

/** Manifests of workloads whose pods have a label {@code app} with the name of the workload. */
final class Workload {
    private Workload() {}

    /** Returns a Deployment with two replicas whose pods have an outcome. */
    static String deployment(String name, String outcome, int progressDeadlineSeconds) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s}
                spec:
                  replicas: 2
                  progressDeadlineSeconds: %3$d
                  selector: {matchLabels: {app: %1$s}}
                %2$s""".formatted(name, template(name, outcome, ""), progressDeadlineSeconds);
    }

    /** Returns a StatefulSet with two replicas. */
    static String statefulSet(String name) {
        return """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %1$s}
                spec:
                  replicas: 2
                  serviceName: %1$s
                  selector: {matchLabels: {app: %1$s}}
                %2$s""".formatted(name, template(name, "ready", ""));
    }

    static String daemonSet(String name) {
        return """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: %1$s}
                spec:
                  selector: {matchLabels: {app: %1$s}}
                %2$s""".formatted(name, template(name, "ready", ""));
    }

    /** Returns a Job that fails with its first pod or restart. */
    static String job(String name, String restartPolicy, String outcome) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s}
                spec:
                  backoffLimit: 0
                %s""".formatted(name, template(name, outcome, "restartPolicy: " + restartPolicy));
    }

    private static String template(String name, String outcome, String spec) {
        return """
                  template:
                    metadata:
                      labels: {app: %s}
                      annotations:
                        %s: "%s"
                        %s: "first\\nsecond\\n"
                    spec:
                      initContainers: [{name: init, image: example.com/init}]
                      containers: [{name: main, image: example.com/main}]
                      %s
                """.formatted(name, Kubelet.OUTCOME, outcome, Kubelet.LOGS, spec);
    }
}
