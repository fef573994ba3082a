package dev.chartroom.ports.kind;

import dev.chartroom.domain.json.JsonObject;

/** A kind definition as a source has it, in whichever format. */
public sealed interface DefinitionDocument {

    /** Where it comes from, such as a file's name: what an operator is told when something is wrong with it. */
    String source();

    record Parsed(String source, JsonObject json) implements DefinitionDocument {}

    /** A document that does not even parse. */
    record Malformed(String source, String reason) implements DefinitionDocument {}
}
