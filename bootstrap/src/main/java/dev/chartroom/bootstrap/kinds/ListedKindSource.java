package dev.chartroom.bootstrap.kinds;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.List;
import java.util.Optional;

/** Definitions that the program brings itself, such as those of kinds that only one store can have. They do not change. */
public final class ListedKindSource implements KindSource {
    private final List<DefinitionDocument> documents;

    /** @param name what their source is called in messages */
    public ListedKindSource(String name, List<JsonObject> definitions) {
        this.documents = definitions.stream()
                .<DefinitionDocument>map(definition -> new DefinitionDocument.Parsed(
                        name + ", " + definition.objectOrEmpty("metadata").stringOrEmpty("name"), definition))
                .toList();
    }

    @Override
    public List<DefinitionDocument> documents() {
        return documents;
    }

    @Override
    public void follow(Runnable onChange) {}

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
