package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ServedApplication;
import java.nio.charset.StandardCharsets;

/** Renders objects of one kind in one representation, as JSON in UTF-8. */
public interface Renderer {

    /** One object. */
    byte[] object(ServedApplication application);

    /** A list. */
    RenderedList list(ApplicationPage page);

    /** False where the object of an event has no such form: a watch then ends with its first event, as upstream has it. */
    default boolean showsEvents() {
        return true;
    }

    /**
     * The object of a watch event.
     *
     * @param first true for the first event of its watch
     */
    byte[] event(ServedApplication application, boolean first);

    /**
     * What the objects of events have in common that look the same: equal to that of another renderer, or of this one at
     * another time, where an object would be rendered to the same bytes.
     */
    default Object eventForm(boolean first) {
        return this;
    }

    /**
     * The object of a bookmark.
     *
     * @param metadata the resource version and, for the end of the initial events, the annotation that says so
     * @param first true for the first event of its watch
     */
    byte[] bookmark(JsonObject metadata, boolean first);

    /** The frame of an event of a watch: one line of JSON (wire contract D40). */
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
