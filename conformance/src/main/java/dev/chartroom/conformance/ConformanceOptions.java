package dev.chartroom.conformance;

import dev.chartroom.conformance.comparison.AcceptedRules;
import java.util.Optional;

/**
 * The settings of a run.
 *
 * @param resource such as {@code redises.apps.example.com}
 * @param version the version of the resource; empty for the one that the cluster prefers
 * @param schema the file with the schema; empty for the schema in the cluster
 * @param seed the seed of the first generated sequence
 * @param sequences the number of generated sequences
 * @param accepted the differences that are intended
 */
public record ConformanceOptions(
        String resource,
        Optional<String> version,
        Optional<SchemaText> schema,
        long seed,
        int sequences,
        AcceptedRules accepted) {

    /**
     * The content of a file with a schema.
     *
     * @param where the name of the file, for messages
     */
    public record SchemaText(String text, String where) {}
}
