package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.admission.AdmissionNotes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The notes of an attempt. They are passed on only if the result of the attempt is used. */
public final class BufferedNotes implements AdmissionNotes {
    private final List<Consumer<AdmissionNotes>> notes = new ArrayList<>();

    public BufferedNotes() {}

    @Override
    public void warn(String warning) {
        notes.add(to -> to.warn(warning));
    }

    @Override
    public void annotate(String key, String value) {
        notes.add(to -> to.annotate(key, value));
    }

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {
        notes.add(to -> to.annotatePatch(key, annotation, patch));
    }

    /** Passes the notes on, in their order. */
    public void replayTo(AdmissionNotes to) {
        notes.forEach(note -> note.accept(to));
    }
}
