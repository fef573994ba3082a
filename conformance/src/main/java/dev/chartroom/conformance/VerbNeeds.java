package dev.chartroom.conformance;

import dev.chartroom.conformance.answer.Normaliser;
import dev.chartroom.conformance.cases.ParityCase;
import java.util.LinkedHashSet;
import java.util.Set;

/** The verbs that the requests of a case need, as discovery lists them. */
final class VerbNeeds {
    private VerbNeeds() {}

    static Set<String> of(ParityCase parityCase) {
        Set<String> verbs = new LinkedHashSet<>();
        parityCase.steps().forEach(step -> verbs.add(verb(step)));
        return verbs;
    }

    private static String verb(ParityCase.Step step) {
        // Placeholders of collections have the form of a name.
        boolean collection = step.path().matches("\\{(objects|all)\\}(\\?.*)?") || Normaliser.isCollection(step.path());
        return switch (step.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> !collection ? "get" : step.path().matches(".*[?&]watch(=.*|&.*|)") ? "watch" : "list";
        };
    }
}
