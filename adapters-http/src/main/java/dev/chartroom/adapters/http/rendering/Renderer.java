package dev.chartroom.adapters.http.rendering;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.nio.charset.StandardCharsets;

/** Renders objects of one kind in one representation, as JSON in UTF-8. */
public interface Renderer {

    /** Renders one object. */
    byte[] object(ServedApplication application);

    /** Renders a list. */
    RenderedList list(ApplicationPage page);

    /**
     * Returns false if the object of an event does not have this representation. A watch then ends instead of sending
     * its first event, as upstream.
     */
    default boolean showsEvents() {
        return true;
    }

    /**
     * Renders the object of a watch event.
     *
     * @param first true for the first event of its watch
     */
    byte[] event(ServedApplication application, boolean first);

    /**
     * Returns a key for the form of an event. If two keys are equal, an object is rendered to the same bytes, also by
     * another renderer or at another time.
     */
    default Object eventForm(boolean first) {
        return this;
    }

    /**
     * Renders the object of a bookmark.
     *
     * @param metadata the resource version and, at the end of the initial events, the annotation that marks this end
     * @param first true for the first event of its watch
     */
    byte[] bookmark(JsonObject metadata, boolean first);

    /** Returns the frame of a watch event: one line of JSON (wire contract D40). */
    static byte[] frame(String type, byte[] object) {
        byte[] start = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
        byte[] frame = new byte[start.length + object.length + 2];
        System.arraycopy(start, 0, frame, 0, start.length);
        System.arraycopy(object, 0, frame, start.length, object.length);
        frame[frame.length - 2] = '}';
        frame[frame.length - 1] = '\n';
        return frame;
    }
}
