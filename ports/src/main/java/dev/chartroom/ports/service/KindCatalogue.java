package dev.chartroom.ports.service;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the snapshot of the kinds that are served, made of what every source declares, and swaps it when one of them
 * declares something else. A definition that becomes a bad one is refused as a kube-apiserver refuses to change a
 * CustomResourceDefinition so: what it declared before stays in effect, until it is withdrawn or the server ends.
 * Thread-safe.
 */
public final class KindCatalogue implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KindCatalogue.class.getName());

    private static final String STAYS = "what it declared before stays in effect";

    private final List<KindSource> sources;
    private final DefinitionReader reader;
    private final List<Consumer<KindRegistry>> followers = new CopyOnWriteArrayList<>();
    private final Semaphore changes = new Semaphore(0);
    private final Thread follower = Thread.ofVirtual().name("kind definitions").unstarted(this::follow);
    /** What each source declares, by the name of the document; only the reading thread's. */
    private Map<KindSource, Map<String, Reading>> read = Map.of();
    /** Of all sources, in their order; only the reading thread's. */
    private List<Declaration> declared;
    /** Only the reading thread's. */
    private boolean reported;

    private volatile KindRegistry registry;
    /** What was not known yet when the sources were last read. */
    private volatile Optional<String> unread;

    /** @param inEffect what the document declared when it was right last; null where it never was */
    private record Reading(DefinitionDocument document, Declaration declaration, Declaration.@Nullable Valid inEffect) {

        static Reading of(DefinitionDocument document, Declaration declaration, @Nullable Reading before) {
            return switch (declaration) {
                case Declaration.Valid valid -> new Reading(document, valid, valid);
                case Declaration.Refused refused ->
                    new Reading(document, refused, before == null ? null : before.inEffect());
            };
        }

        List<Declaration> declarations() {
            return switch (declaration) {
                case Declaration.Valid valid -> List.of(valid);
                case Declaration.Refused refused ->
                    inEffect == null ? List.of(refused) : List.of(inEffect, refused.with(STAYS));
            };
        }
    }

    /** Reads the sources once, in their order: of two definitions that claim one name, the first has it. */
    public KindCatalogue(List<KindSource> sources, DefinitionReader reader) {
        this.sources = List.copyOf(sources);
        this.reader = reader;
        this.unread = firstProblem();
        this.declared = declarations();
        this.registry = KindRegistry.assemble(declared);
        tell(Set.of(), registry);
    }

    /** The kinds served now. */
    public KindRegistry registry() {
        return registry;
    }

    /**
     * Has someone told of each change of the kinds that are served, after it is made.
     *
     * @param follower gets the kinds served now; changes wait for it
     */
    public void onChange(Consumer<KindRegistry> follower) {
        followers.add(follower);
    }

    /** Follows the sources from now on, in the background. */
    public void start() {
        sources.forEach(source -> source.follow(changes::release));
        // What changed since they were read.
        changes.release();
        follower.start();
    }

    /** Why not everything that is declared is served yet, for readiness; empty where it is. */
    public Optional<String> problem() {
        return unread;
    }

    /** Stops following, and closes the sources. What is served stays. */
    @Override
    public void close() {
        follower.interrupt();
        sources.forEach(KindSource::close);
    }

    private void follow() {
        try {
            while (true) {
                changes.acquire();
                changes.drainPermits();
                refresh();
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private void refresh() {
        try {
            // Asked before they are read: what is known by then is served when readiness says so.
            Optional<String> problem = firstProblem();
            Map<KindSource, Map<String, Reading>> before = read;
            List<Declaration> next = declarations();
            // A status that was written, be it by this server, is an event of the same definition.
            if (!reported || !next.equals(declared) || !read.equals(before)) {
                declared = next;
                serve(KindRegistry.assemble(next));
                reported = true;
                read.forEach((source, ofSource) -> report(source, ofSource.keySet()));
            }
            unread = problem;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the kinds that are served stay as they were", e);
        }
    }

    private void serve(KindRegistry next) {
        KindRegistry before = registry;
        if (!next.equals(before)) {
            registry = next;
            tell(messages(before), next);
            followers.forEach(told -> tell(told, next));
        }
    }

    /** Whoever cannot follow keeps nobody else from it. */
    private static void tell(Consumer<KindRegistry> follower, KindRegistry next) {
        try {
            follower.accept(next);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the change of the kinds was not followed everywhere", e);
        }
    }

    private void report(KindSource source, Set<String> documents) {
        Map<String, DefinitionStatus> statuses = new HashMap<>();
        documents.forEach(document -> registry.status(document).ifPresent(status -> statuses.put(document, status)));
        source.report(statuses);
    }

    private Optional<String> firstProblem() {
        return sources.stream()
                .map(KindSource::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private List<Declaration> declarations() {
        Map<KindSource, Map<String, Reading>> now = new HashMap<>();
        List<Declaration> declarations = new ArrayList<>();
        for (KindSource source : sources) {
            Map<String, Reading> known = read.getOrDefault(source, Map.of());
            Map<String, Reading> ofSource = new HashMap<>();
            for (DefinitionDocument document : source.documents()) {
                Reading before = known.get(document.source());
                Reading reading = before != null && before.document().equals(document)
                        ? before
                        : Reading.of(document, read(document), before);
                ofSource.put(document.source(), reading);
                declarations.addAll(reading.declarations());
            }
            now.put(source, ofSource);
        }
        read = now;
        return declarations;
    }

    private Declaration read(DefinitionDocument document) {
        return switch (document) {
            case DefinitionDocument.Parsed(var name, var json) -> read(name, json);
            case DefinitionDocument.Malformed(var name, var reason) -> new Declaration.Refused(name, reason);
        };
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

    /** Each message once, and not again with every change of another definition. */
    private static void tell(Set<String> known, KindRegistry registry) {
        messages(registry).stream()
                .filter(message -> !known.contains(message))
                .forEach(message -> LOG.log(System.Logger.Level.WARNING, message));
    }

    private static Set<String> messages(KindRegistry registry) {
        Set<String> messages = new LinkedHashSet<>();
        registry.refusals()
                .forEach(refusal ->
                        messages.add("kind definition refused: " + refusal.source() + ": " + refusal.reason()));
        registry.warnings().forEach(warning -> messages.add("kind definitions: " + warning));
        return messages;
    }
}
