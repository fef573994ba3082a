package dev.chartroom.bootstrap.kinds;

import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.List;
import java.util.Optional;

/**
 * A source that does not report the statuses of its definitions. It is for a command that runs beside the servers. The
 * servers report these statuses.
 */
public final class ReadKindSource implements KindSource {
    private final KindSource source;

    public ReadKindSource(KindSource source) {
        this.source = source;
    }

    @Override
    public List<DefinitionDocument> documents() {
        return source.documents();
    }

    @Override
    public void follow(Runnable onChange) {
        source.follow(onChange);
    }

    @Override
    public Optional<String> problem() {
        return source.problem();
    }

    @Override
    public boolean wasServed(String name) {
        return source.wasServed(name);
    }

    @Override
    public void close() {
        source.close();
    }
}
