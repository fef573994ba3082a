package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;

/** The readiness of workloads and their pods, by the rules of kstatus. */
final class WorkloadReadiness {
    /** How long a pod may wait for a node. */
    private static final Duration SCHEDULING = Duration.ofSeconds(15);

    /** The deadline of a Deployment without one, as its controller sees it. */
    private static final long NO_DEADLINE = Integer.MAX_VALUE;

    private WorkloadReadiness() {}

    static ObjectReadiness deployment(ObservedObject object) {
        if (object.reason("Progressing").equals("ProgressDeadlineExceeded")) {
            return ObjectReadiness.failed(object, "Progressing");
        }
        JsonObject status = object.status();
        long wanted = wanted(object);
        return counted(
                        status,
                        atLeast("replicas", wanted),
                        atLeast("updatedReplicas", wanted),
                        atMost("replicas", wanted),
                        atLeast("availableReplicas", ObservedObject.number(status, "updatedReplicas", 0)),
                        atLeast("readyReplicas", wanted))
                .orElseGet(() -> {
                    // Without a deadline, the controller does not report progress.
                    boolean hasDeadline =
                            ObservedObject.number(object.spec(), "progressDeadlineSeconds", NO_DEADLINE) != NO_DEADLINE;
                    boolean hasProgressed = object.isCondition("Progressing", "True")
                            && object.reason("Progressing").equals("NewReplicaSetAvailable");
                    if (hasDeadline && !hasProgressed) {
                        return ObjectReadiness.inProgress("its new ReplicaSet is not available");
                    }
                    return object.isCondition("Available", "True")
                            ? ObjectReadiness.CURRENT
                            : ObjectReadiness.inProgress("it is not available");
                });
    }

    static ObjectReadiness replicaSet(ObservedObject object) {
        if (object.isCondition("ReplicaFailure", "True")) {
            return ObjectReadiness.inProgress(object.message("ReplicaFailure"));
        }
        long wanted = wanted(object);
        return counted(
                        object.status(),
                        atLeast("fullyLabeledReplicas", wanted),
                        atLeast("availableReplicas", wanted),
                        atLeast("readyReplicas", wanted),
                        atMost("replicas", wanted))
                .orElse(ObjectReadiness.CURRENT);
    }

    static ObjectReadiness statefulSet(ObservedObject object) {
        JsonObject status = object.status();
        JsonObject strategy = object.spec().objectOrEmpty("updateStrategy");
        if (strategy.stringOrEmpty("type").equals("OnDelete")) {
            return ObjectReadiness.CURRENT;
        }
        long wanted = wanted(object);
        long partition = ObservedObject.number(strategy.objectOrEmpty("rollingUpdate"), "partition", -1);
        Count last =
                partition == -1 ? atLeast("currentReplicas", wanted) : atLeast("updatedReplicas", wanted - partition);
        return counted(
                        status,
                        atLeast("replicas", wanted),
                        atLeast("readyReplicas", wanted),
                        atMost("replicas", wanted),
                        last)
                .orElseGet(() -> partition != -1
                                || status.stringOrEmpty("currentRevision")
                                        .equals(status.stringOrEmpty("updateRevision"))
                        ? ObjectReadiness.CURRENT
                        : ObjectReadiness.inProgress("its update has not ended"));
    }

    static ObjectReadiness daemonSet(ObservedObject object) {
        JsonObject status = object.status();
        boolean isObserved = object.metadata().has("generation") && status.has("observedGeneration");
        long wanted = ObservedObject.number(status, "desiredNumberScheduled", -1);
        if (!isObserved || wanted == -1) {
            return ObjectReadiness.inProgress("its controller has not seen it");
        }
        return counted(
                        status,
                        atLeast("currentNumberScheduled", wanted),
                        atLeast("updatedNumberScheduled", wanted),
                        atLeast("numberAvailable", wanted),
                        atLeast("numberReady", wanted))
                .orElse(ObjectReadiness.CURRENT);
    }

    static ObjectReadiness job(ObservedObject object) {
        if (object.isCondition("Complete", "True")) {
            return ObjectReadiness.CURRENT;
        }
        if (object.isCondition("Failed", "True")) {
            return ObjectReadiness.failed(object, "Failed");
        }
        // A job that runs is current.
        return object.status().stringOrEmpty("startTime").isEmpty()
                ? ObjectReadiness.inProgress("it has not started")
                : ObjectReadiness.CURRENT;
    }

    static ObjectReadiness pod(ObservedObject object, Instant now) {
        JsonObject status = object.status();
        return switch (status.stringOrEmpty("phase")) {
            case "Succeeded" -> ObjectReadiness.CURRENT;
            case "Failed" -> new ObjectReadiness(ObjectReadiness.State.CURRENT, "it ended with an error");
            case "Running" ->
                object.isCondition("Ready", "True")
                        ? ObjectReadiness.CURRENT
                        : crashed(status)
                                ? new ObjectReadiness(
                                        ObjectReadiness.State.FAILED, "a container crashes again and again")
                                : ObjectReadiness.inProgress("it is not ready");
            case "Pending" ->
                object.isCondition("PodScheduled", "False")
                                && object.reason("PodScheduled").equals("Unschedulable")
                                && !created(object).plus(SCHEDULING).isAfter(now)
                        ? ObjectReadiness.failed(object, "PodScheduled")
                        : ObjectReadiness.inProgress("it is pending");
            default -> ObjectReadiness.inProgress("it has no phase");
        };
    }

    private static boolean crashed(JsonObject status) {
        return status.arrayOrEmpty("containerStatuses").objects().stream()
                .map(container -> container.objectOrEmpty("state").objectOrEmpty("waiting"))
                .anyMatch(waiting -> waiting.stringOrEmpty("reason").equals("CrashLoopBackOff"));
    }

    /** Returns when an object was created; the beginning of time if that is not known. */
    private static Instant created(ObservedObject object) {
        try {
            return Instant.parse(object.metadata().stringOrEmpty("creationTimestamp"));
        } catch (DateTimeParseException _) {
            return Instant.EPOCH;
        }
    }

    /** A number in the status, and what it should be. */
    private record Count(String field, long wanted, boolean isMost) {
        boolean isWrong(long found) {
            return isMost ? found > wanted : found < wanted;
        }
    }

    private static Count atLeast(String field, long wanted) {
        return new Count(field, wanted, false);
    }

    private static Count atMost(String field, long wanted) {
        return new Count(field, wanted, true);
    }

    /** Returns the first number that is wrong; empty if there is none. */
    private static Optional<ObjectReadiness> counted(JsonObject status, Count... counts) {
        return Arrays.stream(counts)
                .filter(count -> count.isWrong(ObservedObject.number(status, count.field, 0)))
                .findFirst()
                .map(count -> ObjectReadiness.inProgress(count.field + " is "
                        + ObservedObject.number(status, count.field, 0) + ", not " + count.wanted));
    }

    private static long wanted(ObservedObject object) {
        return ObservedObject.number(object.spec(), "replicas", 1);
    }
}
