package dev.chartroom.core.catalogue;

import dev.chartroom.apimachinery.status.Excerpt;
import dev.chartroom.domain.definition.DefinitionAdvice;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a document.
 *
 * @param declarationWithoutChart the declaration, without the state of its chart
 * @param declaration the declaration, with the state of its chart
 * @param inEffect the last valid declaration of the document; null if there was none
 * @param advice what could be improved in a valid definition, in sentences; there are at most eleven, of which the last
 *     one can state the number of further ones
 */
record DefinitionReading(
        DefinitionDocument document,
        Declaration declarationWithoutChart,
        Declaration declaration,
        Declaration.@Nullable Valid inEffect,
        List<String> advice) {
    private static final System.Logger LOG = System.getLogger(DefinitionReading.class.getName());

    private static final int MOST_ADVICE = 10;
    /** A sentence has the path of a field, whose name can be as long as the definition and have line breaks. */
    private static final int LONGEST_ADVICE = 500;

    private static final String STAYS = "the last valid version stays in effect";

    /**
     * Decides which declaration results from a document.
     *
     * @param before the previous reading of the document; null if there is none
     * @param wasServed whether a record shows that the current version of the definition was served
     */
    static DefinitionReading of(
            DefinitionDocument document,
            Declaration declarationWithoutChart,
            @Nullable DefinitionReading before,
            BooleanSupplier wasServed) {
        Declaration.Valid last = before == null ? null : before.inEffect;
        return switch (decided(document, declarationWithoutChart, last, wasServed)) {
            case Declaration.Valid valid ->
                new DefinitionReading(
                        document,
                        declarationWithoutChart,
                        valid,
                        valid,
                        before != null
                                        && before.declaration instanceof Declaration.Valid
                                        && before.hasSameDefinitionAs(document)
                                ? before.advice
                                : advice(document, valid));
            case Declaration.Refused refused ->
                new DefinitionReading(document, declarationWithoutChart, refused, last, List.of());
        };
    }

    /** Returns whether this document equals another document, except for the state of its chart. */
    boolean hasSameDefinitionAs(DefinitionDocument other) {
        return document instanceof DefinitionDocument.Parsed known
                && other instanceof DefinitionDocument.Parsed parsed
                && known.json().equals(parsed.json());
    }

    /** Returns the declarations of the document. After an invalid update, these include the last valid declaration. */
    List<Declaration> declarations() {
        return switch (declaration) {
            case Declaration.Valid valid -> List.of(valid);
            case Declaration.Refused refused ->
                inEffect == null ? List.of(refused) : List.of(inEffect, refused.with(STAYS));
        };
    }

    private static List<String> advice(DefinitionDocument document, Declaration.Valid valid) {
        if (!(document instanceof DefinitionDocument.Parsed parsed)) {
            return List.of();
        }
        try {
            return limited(DefinitionAdvice.of(parsed.json(), valid.kind()).stream()
                    .map(advice -> Excerpt.of(advice.sentence(), LONGEST_ADVICE).replaceAll("\\p{Cntrl}", " "))
                    .toList());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.ERROR, "Chartroom failed to advise on kind definition " + valid.source(), e);
            return List.of();
        }
    }

    private static List<String> limited(List<String> sentences) {
        int rest = sentences.size() - MOST_ADVICE;
        return rest <= 1
                ? sentences
                : Stream.concat(sentences.stream().limit(MOST_ADVICE), Stream.of(rest + " more suggestions"))
                        .toList();
    }

    private static Declaration decided(
            DefinitionDocument document,
            Declaration declarationWithoutChart,
            Declaration.@Nullable Valid last,
            BooleanSupplier wasServed) {
        if (!(declarationWithoutChart instanceof Declaration.Valid valid)
                || !(document instanceof DefinitionDocument.Parsed parsed)) {
            return declarationWithoutChart;
        }
        // A kind stays if the source of its chart is missing for a moment, but a new kind requires the source.
        return parsed.chart() instanceof ChartPresence.Missing missing && isNew(missing, last, wasServed)
                ? Declaration.Refused.missing(parsed.source(), missing.ref())
                : valid.with(parsed.chart());
    }

    private static boolean isNew(
            ChartPresence.Missing chart, Declaration.@Nullable Valid last, BooleanSupplier wasServed) {
        return last == null ? !wasServed.getAsBoolean() : !last.chart().source().equals(chart.source());
    }
}
