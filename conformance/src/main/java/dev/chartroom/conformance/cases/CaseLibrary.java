package dev.chartroom.conformance.cases;

import dev.chartroom.conformance.document.ShippedText;
import dev.chartroom.conformance.document.Yaml;
import java.util.List;

/** The cases that need no knowledge of a kind. Their objects are samples of its schema. */
public final class CaseLibrary {
    /** The files of cases, in the order of the report. A letter is a chapter of the wire contract. */
    private static final List<String> TOPICS = List.of(
            "D/apply",
            "D/create",
            "D/delete",
            "D/field-validation",
            "D/get",
            "D/list",
            "D/patch",
            "D/update",
            "D/watch",
            "E/accept",
            "E/bodies",
            "E/tables",
            "F/managed-fields",
            "F/metadata",
            "F/names",
            "G/kubectl-read",
            "G/kubectl-write");

    private CaseLibrary() {}

    /** Returns all cases, in the order of their files. */
    public static List<ParityCase> all() {
        return TOPICS.stream().flatMap(topic -> of(topic).stream()).toList();
    }

    private static List<ParityCase> of(String topic) {
        String file = "cases/" + topic + ".yaml";
        return Yaml.documents(ShippedText.read(file), file).stream()
                .map(document -> CaseReader.read(topic, document))
                .toList();
    }
}
