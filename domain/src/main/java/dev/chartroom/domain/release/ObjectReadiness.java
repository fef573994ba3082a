package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.time.Instant;
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

    static final ObjectReadiness CURRENT = new ObjectReadiness(State.CURRENT, "");

    /** Returns the state of an object that exists. */
    public static ObjectReadiness of(JsonObject object, Instant now) {
        ObservedObject observed = new ObservedObject(object);
        if (observed.metadata().has("deletionTimestamp")) {
            return new ObjectReadiness(State.TERMINATING, "the object is being deleted");
        }
        return general(observed).orElseGet(() -> ofKind(observed, now));
    }

    /** Returns the state that is the same for all kinds, if it is certain. */
    private static Optional<ObjectReadiness> general(ObservedObject object) {
        if (object.status().get("observedGeneration") instanceof JsonNumber observed
                && object.metadata().get("generation") instanceof JsonNumber generation
                && !observed.equals(generation)) {
            return Optional.of(inProgress("its controller has not seen the newest change"));
        }
        return object.conditions()
                .filter(condition -> condition.stringOrEmpty("status").equals("True"))
                .flatMap(condition -> switch (condition.stringOrEmpty("type")) {
                    case "Reconciling" -> Stream.of(inProgress(condition.stringOrEmpty("message")));
                    case "Stalled" -> Stream.of(new ObjectReadiness(State.FAILED, condition.stringOrEmpty("message")));
                    default -> Stream.<ObjectReadiness>empty();
                })
                .findFirst();
    }

    private static ObjectReadiness ofKind(ObservedObject object, Instant now) {
        String apiVersion = object.object().stringOrEmpty("apiVersion");
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        return switch (group + "/" + object.object().stringOrEmpty("kind")) {
            case "apps/Deployment" -> WorkloadReadiness.deployment(object);
            case "apps/ReplicaSet" -> WorkloadReadiness.replicaSet(object);
            case "apps/StatefulSet" -> WorkloadReadiness.statefulSet(object);
            case "apps/DaemonSet" -> WorkloadReadiness.daemonSet(object);
            case "batch/Job" -> WorkloadReadiness.job(object);
            case "/Pod" -> WorkloadReadiness.pod(object, now);
            case "/PersistentVolumeClaim" -> phase(object, "Bound");
            case "/Service" -> service(object);
            case "apiextensions.k8s.io/CustomResourceDefinition" -> definition(object);
            case "/ConfigMap", "/Secret", "batch/CronJob", "policy/PodDisruptionBudget" -> CURRENT;
            default -> other(object);
        };
    }

    private static ObjectReadiness service(ObservedObject object) {
        JsonObject spec = object.spec();
        return spec.stringOrEmpty("type").equals("LoadBalancer")
                        && spec.stringOrEmpty("clusterIP").isEmpty()
                ? inProgress("it has no address")
                : CURRENT;
    }

    private static ObjectReadiness phase(ObservedObject object, String wanted) {
        String phase = object.status().stringOrEmpty("phase");
        return phase.equals(wanted) ? CURRENT : inProgress("its phase is " + (phase.isEmpty() ? "unknown" : phase));
    }

    private static ObjectReadiness definition(ObservedObject object) {
        if (object.isCondition("NamesAccepted", "False")) {
            return failed(object, "NamesAccepted");
        }
        if (object.isCondition("Established", "False")
                && !object.reason("Established").equals("Installing")) {
            return failed(object, "Established");
        }
        return object.isCondition("Established", "True") ? CURRENT : inProgress("it is not established");
    }

    private static ObjectReadiness other(ObservedObject object) {
        return object.condition("Ready")
                        .map(ready -> ready.stringOrEmpty("status"))
                        .orElse("True")
                        .equals("True")
                ? CURRENT
                : inProgress(object.message("Ready"));
    }

    static ObjectReadiness inProgress(String message) {
        return new ObjectReadiness(State.IN_PROGRESS, message);
    }

    static ObjectReadiness failed(ObservedObject object, String condition) {
        return new ObjectReadiness(State.FAILED, object.message(condition));
    }
}
