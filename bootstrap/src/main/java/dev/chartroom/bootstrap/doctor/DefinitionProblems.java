package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reports refused definitions, warnings about definitions, and the statuses of KindDefinitions. */
final class DefinitionProblems implements Examination {
    private static final String CUSTOM_RESOURCES = "/apis/chartroom.dev/v1alpha1/kinddefinitions";
    private static final String CRD =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/kinddefinitions.chartroom.dev";
    private static final String NOT_SERVED =
            "the server does not serve the kind, or still serves its last valid version";

    @Override
    public String name() {
        return "definitions";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        List<Problem> problems = new ArrayList<>();
        installation.kinds().ifPresent(kinds -> {
            kinds.refusals()
                    .forEach(refusal -> problems.add(Problem.error(
                            refusal.source(),
                            "it is refused: " + refusal.message(),
                            NOT_SERVED,
                            remedy(refusal.source(), installation))));
            kinds.warnings()
                    .forEach(warning -> problems.add(Problem.warning(
                            "definitions",
                            warning,
                            "users of the kind get less than its definition declares",
                            warned(warning, installation))));
        });
        if (installation
                .config()
                .map(ServerConfig::kinds)
                .map(ServerConfig.Kinds::areCustomResources)
                .orElse(true)) {
            problems.addAll(ofCustomResources(installation));
        }
        return problems;
    }

    private static List<Problem> ofCustomResources(Installation installation) {
        if (installation.config().isPresent()
                && installation.cluster().find(CRD).isEmpty()) {
            return List.of(Problem.error(
                    "CustomResourceDefinition kinddefinitions.chartroom.dev",
                    "it is missing, but the configuration has kinds.customResources",
                    "administrators cannot create KindDefinitions",
                    installation.remedies().kubectl("apply --server-side -f deploy/crds/kinddefinitions.yaml")));
        }
        List<Problem> problems = new ArrayList<>();
        for (JsonObject definition : installation.cluster().list(CUSTOM_RESOURCES)) {
            String source = "KindDefinition " + Installation.name(definition);
            // The registry of the configuration reports these in the first place.
            boolean isReported = problemsHave(installation, source);
            definition.objectOrEmpty("status").arrayOrEmpty("conditions").objects().stream()
                    .filter(condition -> condition.stringOrEmpty("status").equals("False"))
                    .filter(_ -> !isReported)
                    .findFirst()
                    .ifPresent(condition -> problems.add(Problem.error(
                            source,
                            "its condition " + condition.stringOrEmpty("type") + " is false: "
                                    + condition.stringOrEmpty("message"),
                            NOT_SERVED,
                            remedy(source, installation))));
            if (definition.objectOrEmpty("status").arrayOrEmpty("conditions").isEmpty()) {
                problems.add(Problem.warning(
                        source,
                        "no server has reported its status",
                        "no server reads it: no server runs, or its configuration lacks kinds.customResources",
                        new Deployed(installation).podsRemedy()));
            }
        }
        return problems;
    }

    private static boolean problemsHave(Installation installation, String source) {
        return installation
                .kinds()
                .filter(kinds -> kinds.refusals().stream()
                        .anyMatch(refusal -> refusal.source().equals(source)))
                .isPresent();
    }

    private static String warned(String warning, Installation installation) {
        int colon = warning.indexOf(": ");
        return remedy(colon < 0 ? warning : warning.substring(0, colon), installation);
    }

    /** Returns the command that edits a definition, or that examines its file. */
    private static String remedy(String source, Installation installation) {
        String[] words = source.split(" ", -1);
        if (words.length == 2 && words[0].endsWith("Definition")) {
            return installation.remedies().kubectl("edit " + words[0].toLowerCase(Locale.ROOT) + " " + words[1]);
        }
        ServerConfig.ConfigMapName configMap =
                installation.config().map(config -> config.kinds().configMap()).orElse(null);
        return configMap != null && source.contains(configMap.name())
                ? installation.remedies().kubectl("-n " + configMap.namespace() + " edit configmap " + configMap.name())
                : "chartroom kind lint " + RemedyCommands.quoted(file(source, installation));
    }

    /** Returns the path of a definition file, whose source is its name in one of the folders. */
    private static String file(String source, Installation installation) {
        return installation.config().stream()
                .flatMap(config -> config.kinds().foldersOrNone().stream())
                .map(folder -> Path.of(folder).resolve(source))
                .filter(Files::exists)
                .map(Path::toString)
                .findFirst()
                .orElse(source);
    }
}
