package dev.chartroom.core.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.definition.FromChart;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.ChartSchemas;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.FollowedSchema;
import dev.chartroom.ports.kind.KindSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A source for definitions that follow a chart. It adds the schema of the chart to each such definition. If the schema
 * is not available, only the definitions that follow this chart become malformed, with a reason. As after any invalid
 * update, the last valid version stays in effect. Thread-safe.
 */
public final class ChartFollowingKindSource extends CompletedKindSource {
    private final ChartSchemas charts;
    /** The completed documents, by the source of the document. Guarded by the lock of this object. */
    private Map<String, Completion> completions = Map.of();

    /** A document, the schemas of its charts, and the document completed with them. */
    private record Completion(
            DefinitionDocument document, Map<SourceRef, FollowedSchema> schemas, DefinitionDocument completed) {

        boolean isAwaited() {
            return schemas.values().stream().anyMatch(FollowedSchema.Awaited.class::isInstance);
        }
    }

    /** @param charts the schemas of charts; only this source uses and closes them */
    public ChartFollowingKindSource(KindSource source, ChartSchemas charts) {
        super(source);
        this.charts = charts;
    }

    @Override
    public void follow(Runnable follower) {
        readiness.follow(follower);
        charts.follow(follower);
        source.follow(follower);
    }

    @Override
    public synchronized List<DefinitionDocument> documents() {
        // The problem must be read before the documents: if there is no problem now, the documents are complete.
        Optional<String> unread = source.problem();
        List<DefinitionDocument> documents = new ArrayList<>();
        Map<String, Completion> now = new HashMap<>();
        Set<SourceRef> followed = new HashSet<>();
        for (DefinitionDocument document : source.documents()) {
            Set<SourceRef> sources = document instanceof DefinitionDocument.Parsed(var _, var json, var _)
                    ? FromChart.sources(json)
                    : Set.of();
            if (sources.isEmpty()) {
                documents.add(document);
            } else {
                Completion completion = completion(document, sources);
                documents.add(completion.completed);
                now.put(document.source(), completion);
                followed.addAll(sources);
            }
        }
        completions = now;
        charts.retain(followed);
        readiness.set(unread.or(() -> now.values().stream().anyMatch(Completion::isAwaited)
                ? Optional.of("some charts that provide the schema of a kind have not been read yet")
                : Optional.empty()));
        return documents;
    }

    private Completion completion(DefinitionDocument document, Set<SourceRef> sources) {
        Map<SourceRef, FollowedSchema> schemas = new HashMap<>();
        sources.forEach(ref -> schemas.put(ref, charts.of(ref)));
        Completion known = completions.get(document.source());
        return known != null && known.document.equals(document) && known.schemas.equals(schemas)
                ? known
                : new Completion(document, schemas, completed(document, schemas));
    }

    private static DefinitionDocument completed(DefinitionDocument document, Map<SourceRef, FollowedSchema> schemas) {
        return switch (document) {
            case DefinitionDocument.Malformed malformed -> malformed;
            case DefinitionDocument.Unfetched unfetched -> unfetched;
            case DefinitionDocument.Parsed(var name, var json, var chart) -> {
                List<String> reasons = new ArrayList<>();
                JsonObject completed = FromChart.completed(json, ref -> schema(ref, schemas.get(ref), reasons));
                yield reasons.isEmpty()
                        ? new DefinitionDocument.Parsed(name, completed, chart)
                        : incomplete(name, schemas, String.join("; ", reasons));
            }
        };
    }

    private static DefinitionDocument incomplete(String name, Map<SourceRef, FollowedSchema> schemas, String reason) {
        boolean onlyUnfetched = schemas.values().stream()
                .allMatch(
                        schema -> schema instanceof FollowedSchema.Known || schema instanceof FollowedSchema.Unfetched);
        return onlyUnfetched
                ? new DefinitionDocument.Unfetched(name, reason)
                : new DefinitionDocument.Malformed(name, reason);
    }

    private static Optional<JsonObject> schema(SourceRef ref, @Nullable FollowedSchema schema, List<String> reasons) {
        return switch (schema) {
            case FollowedSchema.Known(var openApiV3Schema) -> Optional.of(openApiV3Schema);
            case FollowedSchema.Unknown(var reason) -> unavailable(reason, reasons);
            case FollowedSchema.Unfetched(var reason) -> unavailable(reason, reasons);
            case FollowedSchema.Awaited _ -> {
                reasons.add(
                        "the schema of the chart of " + ref + " is not available yet: Chartroom is reading the chart");
                yield Optional.empty();
            }
            case null -> Optional.empty();
        };
    }

    private static Optional<JsonObject> unavailable(String reason, List<String> reasons) {
        reasons.add("the schema of the chart is not available: " + reason);
        return Optional.empty();
    }

    @Override
    public void close() {
        source.close();
        charts.close();
    }
}
