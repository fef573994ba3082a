package dev.chartroom.ports.json;

import dev.chartroom.domain.json.TextLayout;

/** Finds out where things stand in a document, for messages that name lines and for what only comments say. */
public interface LayoutReader {

    /**
     * Reads the layout of a YAML document in UTF-8.
     *
     * @param yaml what {@link JsonCodec#parseYaml} has read before
     * @return as much as could be found out; never fails
     */
    TextLayout layout(byte[] yaml);
}
