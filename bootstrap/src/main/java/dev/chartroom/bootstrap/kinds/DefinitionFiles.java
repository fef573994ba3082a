package dev.chartroom.bootstrap.kinds;

import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import java.nio.file.Path;

/** Reads single definitions, to be looked at and not to be served. */
public final class DefinitionFiles {
    private final JsonCodec codec;
    private final LayoutReader layouts;
    private final DefinitionReader definitions;

    /** @param definitions the reader that the server has */
    public DefinitionFiles(JsonCodec codec, LayoutReader layouts, DefinitionReader definitions) {
        this.codec = codec;
        this.layouts = layouts;
        this.definitions = definitions;
    }

    /** What a file declares; one that cannot be read is refused. */
    public Declaration read(Path file) {
        return switch (DefinitionFile.read(file, codec, layouts)) {
            case DefinitionFile.Read(var source, var definition, var _) -> definitions.read(source, definition);
            case DefinitionFile.Unreadable(var source, var _, var reason) -> new Declaration.Refused(source, reason);
        };
    }
}
