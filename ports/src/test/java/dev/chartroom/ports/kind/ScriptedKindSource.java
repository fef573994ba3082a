package dev.chartroom.ports.kind;

import java.util.List;
import java.util.Optional;

/** Declares what a test says. */
public final class ScriptedKindSource implements KindSource {
    private volatile List<DefinitionDocument> documents;
    private volatile Runnable onChange = () -> {};
    private volatile boolean closed;

    public ScriptedKindSource(DefinitionDocument... documents) {
        this.documents = List.of(documents);
    }

    /** Declares this from now on. */
    public void declare(List<DefinitionDocument> other) {
        documents = List.copyOf(other);
        onChange.run();
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
        return Optional.empty();
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
