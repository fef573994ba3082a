package dev.chartroom.core.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.kind.ObjectCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a snapshot of the served kinds, and replaces it when a declaration changes. The snapshot results from the
 * declarations of all sources. An invalid update of a definition is rejected, as for a CustomResourceDefinition. The
 * last valid version stays in effect until the definition is withdrawn or the server stops. Thread-safe.
 */
public final class KindCatalogue implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KindCatalogue.class.getName());

    /** The interval between counts of objects. Each changed count causes a status update. */
    private static final Duration COUNTED_EVERY = Duration.ofSeconds(30);

    private final List<KindSource> sources;
    private final DefinitionReader reader;
    private final int maxKinds;
    private final List<Declaration> builtIn;
    private final List<Consumer<KindRegistry>> followers = new CopyOnWriteArrayList<>();
    private final Semaphore changes = new Semaphore(0);
    private final Duration countedEvery;
    private final Thread refreshThread =
            Thread.ofVirtual().name("kind definitions").unstarted(this::refreshOnChange);
    /** The readings of the documents of each source, by the name of the document. Used only by the reading thread. */
    private Map<KindSource, Map<String, DefinitionReading>> readings = Map.of();
    /** The declarations of all sources, in their order. Used only by the reading thread. */
    private List<Declaration> declared;
    /** Whether statuses have been reported. Used only by the reading thread. */
    private boolean reported;
    /** The statuses that the sources received last. Used only by the reading thread. */
    private Map<KindSource, Map<String, DefinitionStatus>> reportedStatuses = Map.of();
    /** The last counts, by resource. Used only by the reading thread. */
    private Map<GroupResource, OptionalLong> counted = new HashMap<>();

    private volatile ObjectCounts counts = ObjectCounts.UNKNOWN;

    private volatile Map<GroupResource, List<String>> advice = Map.of();

    private volatile KindRegistry registry;
    /** The problem of the sources when they were last read. */
    private volatile Optional<String> unread;
    /** True until all declared kinds have been served once. */
    private volatile boolean starting;

    /** Reads the sources once, in their order: if two definitions use the same name, the first one wins. */
    public KindCatalogue(List<KindSource> sources, DefinitionReader reader) {
        this(sources, reader, List.of());
    }

    /** @param builtIn the kinds of the server itself, whose names take precedence over all definitions */
    public KindCatalogue(List<KindSource> sources, DefinitionReader reader, List<ApplicationKind> builtIn) {
        this(sources, reader, builtIn, KindRegistry.MAX_KINDS, COUNTED_EVERY);
    }

    /** @param maxKinds the maximum number of served kinds, at least 1 */
    public KindCatalogue(
            List<KindSource> sources, DefinitionReader reader, List<ApplicationKind> builtIn, int maxKinds) {
        this(sources, reader, builtIn, maxKinds, COUNTED_EVERY);
    }

    KindCatalogue(List<KindSource> sources, DefinitionReader reader, Duration countedEvery) {
        this(sources, reader, List.of(), KindRegistry.MAX_KINDS, countedEvery);
    }

    private KindCatalogue(
            List<KindSource> sources,
            DefinitionReader reader,
            List<ApplicationKind> builtIn,
            int maxKinds,
            Duration countedEvery) {
        this.builtIn = builtIn.stream()
                .<Declaration>map(kind -> new Declaration.Valid("built in, " + kind, kind))
                .toList();
        this.sources = List.copyOf(sources);
        this.maxKinds = maxKinds;
        this.reader = reader;
        this.countedEvery = countedEvery;
        this.unread = firstProblem();
        this.starting = unread.isPresent();
        this.declared = declarations();
        this.registry = KindRegistry.assemble(declared, maxKinds);
        logNewMessages(Set.of(), registry);
    }

    /** Returns the kinds that are served now. */
    public KindRegistry registry() {
        return registry;
    }

    /**
     * Registers a follower that is called after each change of the served kinds.
     *
     * @param follower the follower, which receives the kinds that are served now; further changes wait until it returns
     */
    public void onChange(Consumer<KindRegistry> follower) {
        followers.add(follower);
    }

    /** Sets the counts of objects that are reported to the sources. Must be called before {@link #start}. */
    public void setObjectCounts(ObjectCounts objects) {
        counts = objects;
    }

    /** Returns the number of objects of a served kind; empty if the number is not known now. */
    public OptionalLong objects(ApplicationKind kind) {
        return counts.of(kind);
    }

    /** Returns what could be improved in the valid definitions, in sentences by the resource of the kind. */
    public Map<GroupResource, List<String>> advice() {
        return advice;
    }

    /** Starts to follow the sources in the background. */
    public void start() {
        sources.forEach(source -> source.follow(changes::release));
        // This permit causes a refresh, because the sources may have changed since they were read.
        changes.release();
        refreshThread.start();
    }

    /** For readiness, returns why not all declared kinds are served yet; empty if all are served. */
    public Optional<String> problem() {
        return unread;
    }

    /**
     * Returns whether kinds that were declared at the start are still missing. The result is still true while followers
     * receive the last of these kinds.
     */
    public boolean isStarting() {
        return starting;
    }

    /** Stops refreshing, and closes the sources. The served kinds stay. */
    @Override
    public void close() {
        refreshThread.interrupt();
        sources.forEach(KindSource::close);
    }

    private void refreshOnChange() {
        try {
            while (true) {
                boolean changed = changes.tryAcquire(countedEvery.toMillis(), TimeUnit.MILLISECONDS);
                changes.drainPermits();
                if (changed) {
                    refresh();
                } else {
                    countAgain();
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private void refresh() {
        try {
            // The problem is read before the documents. So readiness succeeds only after all documents that were known
            // at that time are served.
            Optional<String> problem = firstProblem();
            Map<KindSource, Map<String, DefinitionReading>> before = readings;
            List<Declaration> next = declarations();
            // A status update, even by this server, triggers a refresh although no definition has changed.
            if (!reported || !next.equals(declared) || !readings.equals(before)) {
                List<Declaration> declaredBefore = declared;
                declared = next;
                serve(KindRegistry.assemble(next, maxKinds), declaredBefore);
                reported = true;
                report((_, _) -> true);
            }
            unread = problem;
            starting = starting && problem.isPresent();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Chartroom cannot refresh the kinds and serves the last known ones", e);
        }
    }

    private void serve(KindRegistry next, List<Declaration> declaredBefore) {
        KindRegistry before = registry;
        if (!next.equals(before)) {
            List<Withdrawn> gone = withdrawn(before, next, declaredBefore);
            registry = next;
            logNewMessages(messages(before).keySet(), next);
            followers.forEach(follower -> notifyFollower(follower, next));
            gone.forEach(this::reportWithdrawal);
        }
    }

    private record Withdrawn(String source, ApplicationKind kind, OptionalLong objects) {
        String sentence() {
            String remain = objects.isEmpty()
                    ? "the releases of its objects remain as they are"
                    : objects.getAsLong() == 1
                            ? "1 release of its objects remains as it is"
                            : objects.getAsLong() + " releases of its objects remain as they are";
            return "the kind " + kind.groupResource() + " is no longer served, and " + remain;
        }
    }

    /**
     * Returns the kinds that are no longer served, each with its number of objects. After the change, the number cannot
     * be determined.
     */
    private List<Withdrawn> withdrawn(KindRegistry before, KindRegistry next, List<Declaration> declaredBefore) {
        Set<GroupResource> served =
                next.kinds().stream().map(ApplicationKind::groupResource).collect(Collectors.toSet());
        Set<ApplicationKind> servedBefore = Set.copyOf(before.kinds());
        List<Withdrawn> gone = new ArrayList<>();
        for (Declaration declaration : declaredBefore) {
            if (declaration instanceof Declaration.Valid valid
                    && !served.contains(valid.kind().groupResource())
                    && servedBefore.contains(valid.kind())) {
                gone.add(new Withdrawn(valid.source(), valid.kind(), counts.of(valid.kind())));
            }
        }
        return gone;
    }

    private void reportWithdrawal(Withdrawn gone) {
        LOG.log(System.Logger.Level.INFO, gone.sentence());
        sources.stream()
                .filter(source ->
                        reportedStatuses.getOrDefault(source, Map.of()).containsKey(gone.source()))
                .forEach(source -> source.withdrawn(gone.source(), gone.sentence()));
    }

    /** Notifies a follower. If it fails, the other followers are not affected. */
    private static void notifyFollower(Consumer<KindRegistry> follower, KindRegistry next) {
        try {
            follower.accept(next);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A part of Chartroom failed to apply a change of the kinds", e);
        }
    }

    /** Counts objects again. This happens at most once per interval, and is not caused by a status update. */
    private void countAgain() {
        try {
            if (reported) {
                counted = new HashMap<>();
                Map<KindSource, Map<String, DefinitionStatus>> before = reportedStatuses;
                report((source, statuses) -> !statuses.equals(before.get(source)));
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "Chartroom cannot count the objects of the kinds", e);
        }
    }

    /** @param wanted decides which sources receive their statuses */
    private void report(BiPredicate<KindSource, Map<String, DefinitionStatus>> wanted) {
        Set<ApplicationKind> served = Set.copyOf(registry.kinds());
        Map<String, ApplicationKind> kinds = new HashMap<>();
        for (Declaration declaration : declared) {
            if (declaration instanceof Declaration.Valid valid && served.contains(valid.kind())) {
                kinds.put(valid.source(), valid.kind());
            }
        }
        Map<KindSource, Map<String, DefinitionStatus>> next = new HashMap<>();
        readings.forEach((source, ofSource) -> {
            Map<String, DefinitionStatus> statuses = new HashMap<>();
            ofSource.keySet()
                    .forEach(document -> registry.status(document)
                            .ifPresent(
                                    status -> statuses.put(document, status.withObjects(count(kinds.get(document))))));
            next.put(source, statuses);
        });
        reportedStatuses = next;
        next.forEach((source, statuses) -> {
            if (wanted.test(source, statuses)) {
                source.report(statuses);
            }
        });
    }

    private OptionalLong count(@Nullable ApplicationKind kind) {
        if (kind == null) {
            return OptionalLong.empty();
        }
        OptionalLong known = counted.getOrDefault(kind.groupResource(), OptionalLong.empty());
        if (known.isEmpty()) {
            known = counts.of(kind);
            counted.put(kind.groupResource(), known);
        }
        return known;
    }

    private Optional<String> firstProblem() {
        return sources.stream()
                .map(KindSource::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private List<Declaration> declarations() {
        Map<KindSource, Map<String, DefinitionReading>> now = new HashMap<>();
        List<Declaration> declarations = new ArrayList<>(builtIn);
        Map<GroupResource, List<String>> advised = new TreeMap<>(Comparator.comparing(GroupResource::toString));
        for (KindSource source : sources) {
            Map<String, DefinitionReading> known = readings.getOrDefault(source, Map.of());
            Map<String, DefinitionReading> ofSource = new HashMap<>();
            // At the start, there may be a thousand documents, and reading each document takes time.
            List<DefinitionReading> ofDocuments = source.documents().parallelStream()
                    .map(document -> reading(source, document, known.get(document.source())))
                    .toList();
            for (DefinitionReading reading : ofDocuments) {
                ofSource.put(reading.document().source(), reading);
                declarations.addAll(reading.declarations());
                if (reading.declaration() instanceof Declaration.Valid valid) {
                    advised.putIfAbsent(valid.kind().groupResource(), reading.advice());
                }
            }
            now.put(source, ofSource);
        }
        readings = now;
        advice = advised;
        return declarations;
    }

    private DefinitionReading reading(
            KindSource source, DefinitionDocument document, @Nullable DefinitionReading before) {
        return before != null && before.document().equals(document)
                ? before
                : DefinitionReading.of(
                        document,
                        before != null && before.hasSameDefinitionAs(document)
                                ? before.declarationWithoutChart()
                                : read(document),
                        before,
                        () -> source.wasServed(document.source()));
    }

    private Declaration read(DefinitionDocument document) {
        return switch (document) {
            case DefinitionDocument.Parsed(var name, var json, var _) -> read(name, json);
            case DefinitionDocument.Malformed(var name, var reason) -> new Declaration.Refused(name, reason);
            case DefinitionDocument.Unfetched(var name, var reason) -> Declaration.Refused.unfetched(name, reason);
        };
    }

    /** Reads a definition. If the reader fails, only this definition is rejected. */
    private Declaration read(String source, JsonObject definition) {
        try {
            return reader.read(source, definition);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.ERROR, "Chartroom failed to read kind definition " + source, e);
            return new Declaration.Refused(source, "Chartroom failed to read it because of a bug: " + e);
        }
    }

    /** Logs each message once, and not again with every change of another definition. */
    private static void logNewMessages(Set<String> known, KindRegistry registry) {
        messages(registry).forEach((key, message) -> {
            if (!known.contains(key)) {
                LOG.log(System.Logger.Level.WARNING, message);
            }
        });
    }

    /**
     * Returns the messages to log. Messages with the same key are one message. While Flux fetches a chart, the reason
     * of a refusal changes with each step, but its key does not.
     */
    private static Map<String, String> messages(KindRegistry registry) {
        Map<String, String> messages = new LinkedHashMap<>();
        for (Declaration.Refused refusal : registry.refusals()) {
            String message = "Kind definition rejected: " + refusal.source() + ": " + refusal.message();
            messages.put(refusal.isUnfetched() ? "unfetched: " + refusal.source() : message, message);
        }
        registry.warnings().forEach(warning -> messages.put(warning, "Kind definitions: " + warning));
        return messages;
    }
}
