package dev.chartroom.ports.service;

import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What became of a document when it was read.
 *
 * @param said what it declares, whether or not there is its chart
 * @param declaration what it declares with what is known of its chart
 * @param inEffect what the document declared when it was right last; null where it never was
 */
record DefinitionReading(
        DefinitionDocument document, Declaration said, Declaration declaration, Declaration.@Nullable Valid inEffect) {
    private static final String STAYS = "what it declared before stays in effect";

    /**
     * Decides what a document declares.
     *
     * @param before the last reading of the document; null where there is none
     * @param wasServed whether it is on record that the definition was served as it is
     */
    static DefinitionReading of(
            DefinitionDocument document,
            Declaration said,
            @Nullable DefinitionReading before,
            BooleanSupplier wasServed) {
        Declaration.Valid last = before == null ? null : before.inEffect;
        return switch (decided(document, said, last, wasServed)) {
            case Declaration.Valid valid -> new DefinitionReading(document, said, valid, valid);
            case Declaration.Refused refused -> new DefinitionReading(document, said, refused, last);
        };
    }

    /** Whether this document differs from another one in what is known of its chart at most. */
    boolean saysTheSameAs(DefinitionDocument other) {
        return document instanceof DefinitionDocument.Parsed known
                && other instanceof DefinitionDocument.Parsed parsed
                && known.json().equals(parsed.json());
    }

    /** What is declared of the document: what stays in effect, too, where it became a bad one. */
    List<Declaration> declarations() {
        return switch (declaration) {
            case Declaration.Valid valid -> List.of(valid);
            case Declaration.Refused refused ->
                inEffect == null ? List.of(refused) : List.of(inEffect, refused.with(STAYS));
        };
    }

    private static Declaration decided(
            DefinitionDocument document,
            Declaration said,
            Declaration.@Nullable Valid last,
            BooleanSupplier wasServed) {
        if (!(said instanceof Declaration.Valid valid) || !(document instanceof DefinitionDocument.Parsed parsed)) {
            return said;
        }
        // Nobody loses a kind because the source of its chart is gone for a moment, but none begins without one.
        return parsed.chart() instanceof ChartPresence.Missing missing && isNew(missing, last, wasServed)
                ? Declaration.Refused.missing(parsed.source(), missing.ref())
                : valid.with(parsed.chart());
    }

    private static boolean isNew(
            ChartPresence.Missing chart, Declaration.@Nullable Valid last, BooleanSupplier wasServed) {
        return last == null ? !wasServed.getAsBoolean() : !last.chart().source().equals(chart.source());
    }
}
