package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.DefinitionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Declares what a test says. */
public final class ScriptedKindSource implements KindSource {
    private volatile List<DefinitionDocument> documents;
    private volatile Runnable onChange = () -> {};
    private volatile Optional<String> problem = Optional.empty();
    private volatile boolean closed;

    public ScriptedKindSource(DefinitionDocument... documents) {
        this.documents = List.of(documents);
    }

    /** It is not known what this declares, until it declares something. */
    public ScriptedKindSource unread(String reason) {
        problem = Optional.of(reason);
        return this;
    }

    /** Declares this from now on. */
    public void declare(List<DefinitionDocument> other) {
        documents = List.copyOf(other);
        problem = Optional.empty();
        onChange.run();
    }

    /** What it was told, each time. */
    public final Queue<Map<String, DefinitionStatus>> reported = new ConcurrentLinkedQueue<>();

    /** Of which kinds it was told that they are gone. */
    public final Queue<String> withdrawn = new ConcurrentLinkedQueue<>();

    /** Of which definitions it is on record that they were served. */
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
