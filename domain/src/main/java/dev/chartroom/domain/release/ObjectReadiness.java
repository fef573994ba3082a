package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether an object of the cluster has reached its desired state, by the rules of kstatus (sigs.k8s.io/cli-utils).
 *
 * @param message why the object has not reached it; can be empty
 */
public record ObjectReadiness(State state, String message) {
    /** The states of kstatus. */
    public enum State {
        CURRENT("Current"),
        IN_PROGRESS("InProgress"),
        FAILED("Failed"),
        TERMINATING("Terminating"),
        /** The object does not exist. */
        NOT_FOUND("NotFound"),
        /** The object could not be read. */
        UNKNOWN("Unknown");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** Returns the name in answers. */
        public String text() {
            return text;
        }
    }

    /** How long a pod may wait for a node. */
    private static final Duration SCHEDULING = Duration.ofSeconds(15);

    /** The deadline of a Deployment without one, as its controller sees it. */
    private static final long NO_DEADLINE = Integer.MAX_VALUE;

    private static final ObjectReadiness CURRENT = new ObjectReadiness(State.CURRENT, "");

    /** Returns the state of an object that exists. */
    public static ObjectReadiness of(JsonObject object, Instant now) {
        if (object.objectOrEmpty("metadata").has("deletionTimestamp")) {
            return new ObjectReadiness(State.TERMINATING, "the object is being deleted");
        }
        return general(object).orElseGet(() -> ofKind(object, now));
    }

    /** Returns the state that is the same for all kinds, if it is certain. */
    private static Optional<ObjectReadiness> general(JsonObject object) {
        JsonObject status = object.objectOrEmpty("status");
        if (status.get("observedGeneration") instanceof JsonNumber observed
                && object.objectOrEmpty("metadata").get("generation") instanceof JsonNumber generation
                && !observed.equals(generation)) {
            return Optional.of(inProgress("its controller has not seen the newest change"));
        }
        return conditions(object)
                .filter(condition -> condition.stringOrEmpty("status").equals("True"))
                .flatMap(condition -> switch (condition.stringOrEmpty("type")) {
                    case "Reconciling" -> Stream.of(inProgress(condition.stringOrEmpty("message")));
                    case "Stalled" -> Stream.of(new ObjectReadiness(State.FAILED, condition.stringOrEmpty("message")));
                    default -> Stream.<ObjectReadiness>empty();
                })
                .findFirst();
    }

    private static ObjectReadiness ofKind(JsonObject object, Instant now) {
        String apiVersion = object.stringOrEmpty("apiVersion");
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        return switch (group + "/" + object.stringOrEmpty("kind")) {
            case "apps/Deployment" -> deployment(object);
            case "apps/ReplicaSet" -> replicaSet(object);
            case "apps/StatefulSet" -> statefulSet(object);
            case "apps/DaemonSet" -> daemonSet(object);
            case "batch/Job" -> job(object);
            case "/Pod" -> pod(object, now);
            case "/PersistentVolumeClaim" -> phase(object, "Bound");
            case "/Service" -> service(object);
            case "apiextensions.k8s.io/CustomResourceDefinition" -> definition(object);
            case "/ConfigMap", "/Secret", "batch/CronJob", "policy/PodDisruptionBudget" -> CURRENT;
            default -> other(object);
        };
    }

    private static ObjectReadiness deployment(JsonObject object) {
        if (reason(object, "Progressing").equals("ProgressDeadlineExceeded")) {
            return failed(object, "Progressing");
        }
        JsonObject status = object.objectOrEmpty("status");
        long wanted = wanted(object);
        return counted(
                        status,
                        atLeast("replicas", wanted),
                        atLeast("updatedReplicas", wanted),
                        atMost("replicas", wanted),
                        atLeast("availableReplicas", number(status, "updatedReplicas", 0)),
                        atLeast("readyReplicas", wanted))
                .orElseGet(() -> {
                    // Without a deadline, the controller does not report progress.
                    boolean hasDeadline =
                            number(object.objectOrEmpty("spec"), "progressDeadlineSeconds", NO_DEADLINE) != NO_DEADLINE;
                    boolean hasProgressed = isCondition(object, "Progressing", "True")
                            && reason(object, "Progressing").equals("NewReplicaSetAvailable");
                    if (hasDeadline && !hasProgressed) {
                        return inProgress("its new ReplicaSet is not available");
                    }
                    return isCondition(object, "Available", "True") ? CURRENT : inProgress("it is not available");
                });
    }

    private static ObjectReadiness replicaSet(JsonObject object) {
        if (isCondition(object, "ReplicaFailure", "True")) {
            return inProgress(message(object, "ReplicaFailure"));
        }
        long wanted = wanted(object);
        return counted(
                        object.objectOrEmpty("status"),
                        atLeast("fullyLabeledReplicas", wanted),
                        atLeast("availableReplicas", wanted),
                        atLeast("readyReplicas", wanted),
                        atMost("replicas", wanted))
                .orElse(CURRENT);
    }

    private static ObjectReadiness statefulSet(JsonObject object) {
        JsonObject status = object.objectOrEmpty("status");
        JsonObject strategy = object.objectOrEmpty("spec").objectOrEmpty("updateStrategy");
        if (strategy.stringOrEmpty("type").equals("OnDelete")) {
            return CURRENT;
        }
        long wanted = wanted(object);
        long partition = number(strategy.objectOrEmpty("rollingUpdate"), "partition", -1);
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
                        ? CURRENT
                        : inProgress("its update has not ended"));
    }

    private static ObjectReadiness daemonSet(JsonObject object) {
        JsonObject status = object.objectOrEmpty("status");
        boolean isObserved = object.objectOrEmpty("metadata").has("generation") && status.has("observedGeneration");
        long wanted = number(status, "desiredNumberScheduled", -1);
        if (!isObserved || wanted == -1) {
            return inProgress("its controller has not seen it");
        }
        return counted(
                        status,
                        atLeast("currentNumberScheduled", wanted),
                        atLeast("updatedNumberScheduled", wanted),
                        atLeast("numberAvailable", wanted),
                        atLeast("numberReady", wanted))
                .orElse(CURRENT);
    }

    private static ObjectReadiness job(JsonObject object) {
        if (isCondition(object, "Complete", "True")) {
            return CURRENT;
        }
        if (isCondition(object, "Failed", "True")) {
            return failed(object, "Failed");
        }
        // A job that runs is current.
        return object.objectOrEmpty("status").stringOrEmpty("startTime").isEmpty()
                ? inProgress("it has not started")
                : CURRENT;
    }

    private static ObjectReadiness pod(JsonObject object, Instant now) {
        JsonObject status = object.objectOrEmpty("status");
        return switch (status.stringOrEmpty("phase")) {
            case "Succeeded" -> CURRENT;
            case "Failed" -> new ObjectReadiness(State.CURRENT, "it ended with an error");
            case "Running" ->
                isCondition(object, "Ready", "True")
                        ? CURRENT
                        : crashed(status)
                                ? new ObjectReadiness(State.FAILED, "a container crashes again and again")
                                : inProgress("it is not ready");
            case "Pending" ->
                isCondition(object, "PodScheduled", "False")
                                && reason(object, "PodScheduled").equals("Unschedulable")
                                && !created(object).plus(SCHEDULING).isAfter(now)
                        ? failed(object, "PodScheduled")
                        : inProgress("it is pending");
            default -> inProgress("it has no phase");
        };
    }

    private static boolean crashed(JsonObject status) {
        return status.arrayOrEmpty("containerStatuses").objects().stream()
                .map(container -> container.objectOrEmpty("state").objectOrEmpty("waiting"))
                .anyMatch(waiting -> waiting.stringOrEmpty("reason").equals("CrashLoopBackOff"));
    }

    /** Returns when an object was created; the beginning of time if that is not known. */
    private static Instant created(JsonObject object) {
        try {
            return Instant.parse(object.objectOrEmpty("metadata").stringOrEmpty("creationTimestamp"));
        } catch (DateTimeParseException _) {
            return Instant.EPOCH;
        }
    }

    private static ObjectReadiness service(JsonObject object) {
        JsonObject spec = object.objectOrEmpty("spec");
        return spec.stringOrEmpty("type").equals("LoadBalancer")
                        && spec.stringOrEmpty("clusterIP").isEmpty()
                ? inProgress("it has no address")
                : CURRENT;
    }

    private static ObjectReadiness phase(JsonObject object, String wanted) {
        String phase = object.objectOrEmpty("status").stringOrEmpty("phase");
        return phase.equals(wanted) ? CURRENT : inProgress("its phase is " + (phase.isEmpty() ? "unknown" : phase));
    }

    private static ObjectReadiness definition(JsonObject object) {
        if (isCondition(object, "NamesAccepted", "False")) {
            return failed(object, "NamesAccepted");
        }
        if (isCondition(object, "Established", "False")
                && !reason(object, "Established").equals("Installing")) {
            return failed(object, "Established");
        }
        return isCondition(object, "Established", "True") ? CURRENT : inProgress("it is not established");
    }

    private static ObjectReadiness other(JsonObject object) {
        return condition(object, "Ready")
                        .map(ready -> ready.stringOrEmpty("status"))
                        .orElse("True")
                        .equals("True")
                ? CURRENT
                : inProgress(message(object, "Ready"));
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
                .filter(count -> count.isWrong(number(status, count.field, 0)))
                .findFirst()
                .map(count ->
                        inProgress(count.field + " is " + number(status, count.field, 0) + ", not " + count.wanted));
    }

    private static long wanted(JsonObject object) {
        return number(object.objectOrEmpty("spec"), "replicas", 1);
    }

    private static ObjectReadiness inProgress(String message) {
        return new ObjectReadiness(State.IN_PROGRESS, message);
    }

    private static ObjectReadiness failed(JsonObject object, String condition) {
        return new ObjectReadiness(State.FAILED, message(object, condition));
    }

    private static Stream<JsonObject> conditions(JsonObject object) {
        return object.objectOrEmpty("status").arrayOrEmpty("conditions").objects().stream();
    }

    private static Optional<JsonObject> condition(JsonObject object, String type) {
        return conditions(object)
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .findFirst();
    }

    private static boolean isCondition(JsonObject object, String type, String status) {
        return condition(object, type)
                .filter(found -> found.stringOrEmpty("status").equals(status))
                .isPresent();
    }

    private static String reason(JsonObject object, String type) {
        return condition(object, type)
                .map(found -> found.stringOrEmpty("reason"))
                .orElse("");
    }

    private static String message(JsonObject object, String type) {
        return condition(object, type)
                .map(found -> found.stringOrEmpty("message"))
                .orElse("");
    }

    private static long number(JsonObject object, String field, long absent) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(absent) : absent;
    }
}
