package dev.chartroom.ports.service;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.ArrayList;
import java.util.List;

/** Keeps the snapshot of the kinds that are served, made of what every source declares. Thread-safe. */
public final class KindCatalogue {
    private static final System.Logger LOG = System.getLogger(KindCatalogue.class.getName());

    private final List<KindSource> sources;
    private final DefinitionReader reader;
    private volatile KindRegistry registry;

    /** Reads the sources once, in their order: of two definitions that claim one name, the first has it. */
    public KindCatalogue(List<KindSource> sources, DefinitionReader reader) {
        this.sources = List.copyOf(sources);
        this.reader = reader;
        this.registry = assemble();
    }

    /** The kinds served now. */
    public KindRegistry registry() {
        return registry;
    }

    /** A definition that the reader stumbles over is its own harm, and no reason to serve nothing. */
    private Declaration read(String source, JsonObject definition) {
        try {
            return reader.read(source, definition);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.ERROR, "kind definition not understood: " + source, e);
            return new Declaration.Refused(source, "it could not be understood, which is a fault of the server: " + e);
        }
    }

    private KindRegistry assemble() {
        List<Declaration> declarations = new ArrayList<>();
        for (KindSource source : sources) {
            for (DefinitionDocument document : source.documents()) {
                declarations.add(
                        switch (document) {
                            case DefinitionDocument.Parsed(var name, var json) -> read(name, json);
                            case DefinitionDocument.Malformed(var name, var reason) ->
                                new Declaration.Refused(name, reason);
                        });
            }
        }
        KindRegistry assembled = KindRegistry.assemble(declarations);
        assembled
                .refusals()
                .forEach(refusal -> LOG.log(
                        System.Logger.Level.WARNING,
                        "kind definition refused: " + refusal.source() + ": " + refusal.reason()));
        assembled.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, "kind definitions: " + warning));
        return assembled;
    }
}
