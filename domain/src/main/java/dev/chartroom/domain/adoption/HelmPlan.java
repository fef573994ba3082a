package dev.chartroom.domain.adoption;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReservedKeys;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The effect of the adoption of a chart that the helm command installed. */
public sealed interface HelmPlan {
    /** The number of problems that a refusal names. */
    int SHOWN = 5;

    /**
     * A HelmRelease for the installed chart can be created.
     *
     * @param name the name of the Application
     * @param release the HelmRelease to create
     * @param object the Application as its users will see it
     * @param installation the installed chart, which Flux upgrades
     */
    record Possible(String name, JsonObject release, AdoptedObject object, HelmInstallation installation)
            implements HelmPlan {}

    /**
     * The choices of the administrator.
     *
     * @param suspended whether the HelmRelease is created suspended
     * @param allowsInvalid whether values that no user of the kind could set are accepted: values that the schema does
     *     not have, and values that are invalid by the schema
     */
    record Options(boolean suspended, boolean allowsInvalid) {}

    /** The Application with this name already manages the installed chart. */
    record Adopted(String name) implements HelmPlan {}

    /** The installed chart cannot be adopted. The reason is a sentence without a full stop. */
    record Refused(String reason) implements HelmPlan {}

    /**
     * Returns the plan for an installed chart without a HelmRelease. The HelmRelease is in the namespace of the
     * installed chart. It names the release in Helm only if its own name differs.
     *
     * @param chart the name of the kind's chart
     */
    static HelmPlan of(ApplicationKind kind, HelmInstallation installation, String chart, Options options) {
        if (!installation.chart().equals(chart)) {
            return new Refused("Helm installed the chart \"" + installation.chart() + "\", but " + kind.groupResource()
                    + " has the chart \"" + chart + "\"");
        }
        String name = nameOf(kind, installation.id().name());
        Optional<String> problem = AdoptionRules.nameProblem(kind, name);
        if (problem.isPresent()) {
            return new Refused(problem.get());
        }
        Optional<String> reserved = ReservedKeys.firstReserved(installation.values());
        if (reserved.isPresent()) {
            return new Refused("its values have \"" + reserved.get()
                    + "\", and only the platform may set keys that begin" + " with _");
        }
        NamespacedName object = new NamespacedName(installation.id().namespace(), name);
        JsonObject release = release(kind, installation, object, options.suspended());
        AdoptedObject adopted = AdoptedObject.of(kind, object, release);
        return options.allowsInvalid() || adopted.isSettable()
                ? new Possible(name, release, adopted, installation)
                : new Refused(problem(adopted));
    }

    private static String problem(AdoptedObject adopted) {
        List<String> problems = Stream.concat(
                        adopted.hidden().stream().map(path -> path + ": the schema does not have this value"),
                        adopted.errors().stream().map(FieldError::toString))
                .toList();
        int more = problems.size() - SHOWN;
        return "users could not set its values: "
                + problems.stream().limit(SHOWN).collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "")
                + " (--allow-invalid accepts them)";
    }

    /** Returns the name of the object for a release in Helm, which may or may not have the prefix of the kind. */
    static String nameOf(ApplicationKind kind, String helmName) {
        return ReleaseConverter.isNamedAsOf(kind, helmName)
                ? helmName.substring(kind.release().prefix().length())
                : helmName;
    }

    private static JsonObject release(
            ApplicationKind kind, HelmInstallation installation, NamespacedName object, boolean suspended) {
        Application application = new Application(
                kind.gvk(), ObjectMeta.of(object.namespace(), object.name()), installation.values(), JsonObject.EMPTY);
        JsonObject release = ReleaseConverter.newRelease(kind, application);
        JsonObject.Builder spec = release.objectOrEmpty("spec").toBuilder();
        if (!kind.release().releaseName(object.name()).equals(installation.id().name())) {
            spec.put("releaseName", new JsonString(installation.id().name()));
        }
        if (suspended) {
            spec.put("suspend", JsonBoolean.TRUE);
        }
        return release.with("spec", spec.build());
    }
}
