package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.bootstrap.kinds.Finding.Severity;
import dev.chartroom.domain.definition.DefinitionAdvice;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.definition.FromChart;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reports what the server would report about the given definitions if there were no other definitions. Also reports
 * what could be improved.
 */
public final class DefinitionLint {
    private static final JsonPointer PREFIX = JsonPointer.parse("/spec/release/prefix");
    private static final JsonPointer SCHEMA_TEXT = JsonPointer.parse("/spec/application/openAPISchema");
    private static final JsonPointer DESCRIPTION = JsonPointer.parse("/spec/description");
    private static final JsonPointer SCHEMAS = JsonPointer.parse("/spec/versions");
    private static final JsonObject ANYTHING = JsonObject.builder()
            .put("type", "object")
            .put("properties", JsonObject.of("spec", JsonObject.EMPTY))
            .build();

    private final JsonCodec codec;
    private final LayoutReader layouts;
    private final DefinitionReader definitions;

    /** @param definitions the server's reader */
    public DefinitionLint(JsonCodec codec, LayoutReader layouts, DefinitionReader definitions) {
        this.codec = codec;
        this.layouts = layouts;
        this.definitions = definitions;
    }

    /** Returns all findings, sorted by file and line. */
    public List<Finding> findings(List<Path> files) {
        List<Finding> findings = new ArrayList<>();
        Map<String, DefinitionFile.Read> read = new LinkedHashMap<>();
        for (Path file : files) {
            switch (DefinitionFile.read(file, codec, layouts)) {
                case DefinitionFile.Read definition -> read.put(definition.source(), definition);
                case DefinitionFile.Unreadable unreadable ->
                    findings.add(
                            new Finding(unreadable.source(), unreadable.line(), Severity.REFUSED, unreadable.reason()));
            }
        }
        List<Declaration> declarations = new ArrayList<>();
        read.forEach((source, file) -> declarations.add(definitions.read(source, withStandIns(file.definition()))));
        KindRegistry registry = KindRegistry.assemble(declarations, Integer.MAX_VALUE);
        registry.refusals()
                .forEach(refused ->
                        refused.problems().forEach(problem -> findings.add(at(read.get(refused.source()), problem))));
        List<Declaration.Valid> valid = valid(declarations);
        registry.warnings().stream()
                .map(warning -> schemaWarning(warning, valid, read).orElseGet(() -> warning(warning, valid, read)))
                .forEach(findings::add);
        valid.forEach(declared -> findings.addAll(advice(declared, read)));
        return findings.stream()
                .sorted(Comparator.comparing(Finding::source)
                        .thenComparingInt(finding -> finding.line().orElse(0)))
                .toList();
    }

    private static Finding at(DefinitionFile.@Nullable Read file, String problem) {
        if (file == null) {
            throw new IllegalStateException("a refused definition was not read from any file");
        }
        OptionalInt line = file.layout().line(ProblemPath.find(file.definition(), problem));
        return new Finding(file.source(), line, Severity.REFUSED, problem);
    }

    /** Replaces each schema from a chart with a permissive one, because lint reads no charts. */
    private static JsonObject withStandIns(JsonObject definition) {
        return FromChart.completed(definition, _ -> Optional.of(ANYTHING));
    }

    /** Returns whether a field's content comes from the chart. */
    private static boolean isOfTheChart(JsonPointer at) {
        return SCHEMAS.isPrefixOf(at) || DESCRIPTION.isPrefixOf(at);
    }

    private static List<Declaration.Valid> valid(List<Declaration> declarations) {
        return declarations.stream()
                .filter(Declaration.Valid.class::isInstance)
                .map(Declaration.Valid.class::cast)
                .toList();
    }

    /**
     * Converts a warning about an omitted part of a schema to a finding; empty if the warning is about something else.
     */
    private static Optional<Finding> schemaWarning(
            String warning, List<Declaration.Valid> valid, Map<String, DefinitionFile.Read> read) {
        return valid.stream()
                .filter(declared ->
                        declared.warnings().stream().anyMatch(own -> warning.equals(declared.source() + ": " + own)))
                .map(declared -> new Finding(
                        declared.source(),
                        line(read.get(declared.source()), SCHEMA_TEXT),
                        Severity.WARNING,
                        warning.substring(declared.source().length() + 2)))
                .findFirst();
    }

    /**
     * Converts a warning about prefixes to a finding. The finding belongs to the file of the kind that the warning
     * names first.
     */
    private static Finding warning(
            String warning, List<Declaration.Valid> valid, Map<String, DefinitionFile.Read> read) {
        String text = warning + " ";
        return valid.stream()
                .filter(declared -> text.contains(named(declared)))
                .min(Comparator.comparingInt(declared -> text.indexOf(named(declared))))
                .map(declared -> new Finding(
                        declared.source(), line(read.get(declared.source()), PREFIX), Severity.WARNING, warning))
                .orElseThrow();
    }

    private static String named(Declaration.Valid declared) {
        return " of " + declared.kind().groupResource() + " ";
    }

    private static List<Finding> advice(Declaration.Valid declared, Map<String, DefinitionFile.Read> read) {
        DefinitionFile.Read file = read.get(declared.source());
        return file == null
                ? List.of()
                : DefinitionAdvice.of(file.definition(), declared.kind()).stream()
                        .filter(advice -> FromChart.sources(file.definition()).isEmpty() || !isOfTheChart(advice.at()))
                        .map(advice ->
                                new Finding(file.source(), line(file, advice.at()), Severity.ADVICE, advice.sentence()))
                        .toList();
    }

    private static OptionalInt line(DefinitionFile.@Nullable Read file, JsonPointer pointer) {
        return file == null ? OptionalInt.empty() : file.layout().line(pointer);
    }
}
