package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.util.List;
import java.util.Optional;

/**
 * Definitions that are part of the program, such as those of kinds that only one store supports. They do not change.
 */
public final class ListedKindSource implements KindSource {
    private final List<DefinitionDocument> documents;

    /** @param name the name of the source in messages */
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
