package dev.chartroom.bootstrap.kinds;

import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.kinds.Finding.Severity;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Reads single definitions for commands. These definitions are not served. */
public final class DefinitionFiles {
    private final JsonCodec codec;
    private final LayoutReader layouts;
    private final DefinitionReader definitions;
    private final UnaryOperator<DefinitionDocument> charts;

    /**
     * @param definitions the server's reader
     * @param charts completes a definition with the schemas of its charts, or makes it malformed with the reason
     */
    public DefinitionFiles(
            JsonCodec codec,
            LayoutReader layouts,
            DefinitionReader definitions,
            UnaryOperator<DefinitionDocument> charts) {
        this.codec = codec;
        this.layouts = layouts;
        this.definitions = definitions;
        this.charts = charts;
    }

    /** Returns the declaration of a file; a refused declaration if the file cannot be read. */
    public Declaration read(Path file) {
        return switch (DefinitionFile.read(file, codec, layouts)) {
            case DefinitionFile.Read(var source, var definition, var _) ->
                read(charts.apply(new DefinitionDocument.Parsed(source, definition)));
            case DefinitionFile.Unreadable(var source, var _, var reason) -> new Declaration.Refused(source, reason);
        };
    }

    /**
     * Returns the kind of a file.
     *
     * @throws ConfigException if the definition is refused; the message has each problem with its line
     */
    public DeclaredKind kind(Path file) {
        return switch (read(file)) {
            case Declaration.Valid valid -> valid.declared();
            case Declaration.Refused refused -> {
                DefinitionFile read = DefinitionFile.read(file, codec, layouts);
                throw new ConfigException(refused.problems().stream()
                        .map(problem -> new Finding(refused.source(), line(read, problem), Severity.REFUSED, problem))
                        .map(Finding::toString)
                        .toList());
            }
        };
    }

    private static OptionalInt line(DefinitionFile file, String problem) {
        return switch (file) {
            case DefinitionFile.Read(var _, var definition, var layout) ->
                layout.line(ProblemPath.find(definition, problem));
            case DefinitionFile.Unreadable unreadable -> unreadable.line();
        };
    }

    private Declaration read(DefinitionDocument document) {
        return switch (document) {
            case DefinitionDocument.Parsed(var source, var json, var _) -> definitions.read(source, json);
            case DefinitionDocument.Malformed(var source, var reason) -> new Declaration.Refused(source, reason);
            case DefinitionDocument.Unfetched(var source, var reason) -> Declaration.Refused.unfetched(source, reason);
        };
    }
}
