package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A source of definitions that a test sets. */
public final class ScriptedKindSource implements KindSource {
    private volatile List<DefinitionDocument> documents;
    private volatile Runnable onChange = () -> {};
    private volatile Optional<String> problem = Optional.empty();
    private volatile boolean closed;

    public ScriptedKindSource(DefinitionDocument... documents) {
        this.documents = List.of(documents);
    }

    /** Reports a problem until a test sets definitions. */
    public ScriptedKindSource unread(String reason) {
        problem = Optional.of(reason);
        return this;
    }

    /** Replaces the definitions. */
    public void declare(List<DefinitionDocument> other) {
        documents = List.copyOf(other);
        problem = Optional.empty();
        onChange.run();
    }

    /** All received statuses, one element for each report. */
    public final Queue<Map<String, DefinitionStatus>> reported = new ConcurrentLinkedQueue<>();

    /** The messages about kinds that are no longer served. */
    public final Queue<String> withdrawn = new ConcurrentLinkedQueue<>();

    /** The definitions that have a record of having been served. */
    public final Set<String> served = ConcurrentHashMap.newKeySet();

    @Override
    public boolean wasServed(String source) {
        return served.contains(source);
    }

    @Override
    public void withdrawn(String source, String sentence) {
        withdrawn.add(source + ": " + sentence);
    }

    @Override
    public void report(Map<String, DefinitionStatus> statuses) {
        reported.add(statuses);
    }

    @Override
    public List<DefinitionDocument> documents() {
        return documents;
    }

    @Override
    public void follow(Runnable follower) {
        onChange = follower;
    }

    @Override
    public Optional<String> problem() {
        return problem;
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
