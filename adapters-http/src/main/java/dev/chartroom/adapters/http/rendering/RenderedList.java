package dev.chartroom.adapters.http.rendering;

import java.io.IOException;
import java.io.OutputStream;

/** A list in one representation, written item by item. At most one rendered item is in memory. */
public interface RenderedList {

    /**
     * Writes the list as JSON.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of the thread passes meanwhile
     */
    void writeJson(OutputStream out) throws IOException;

    /**
     * Writes the list as YAML.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Timeout as in {@link #writeJson}; TooManyRequests, before it
     *     writes anything, if there is no room to convert the largest item
     */
    void writeYaml(OutputStream out) throws IOException;
}
