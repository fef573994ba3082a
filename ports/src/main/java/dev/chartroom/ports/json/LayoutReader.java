package dev.chartroom.ports.json;

import dev.chartroom.apimachinery.json.TextLayout;

/**
 * Reads the positions and comments in a document. Messages need the positions to name lines, and some facts are only in
 * comments.
 */
public interface LayoutReader {

    /**
     * Reads the layout of a YAML document in UTF-8.
     *
     * @param yaml a document that {@link JsonCodec#parseYaml} has accepted
     * @return the part of the layout that could be determined; never fails
     */
    TextLayout layout(byte[] yaml);
}
