package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The notes of an attempt. They are passed on only if the result of the attempt is used. */
public final class HeldNotes implements AdmissionNotes {
    private final List<Consumer<AdmissionNotes>> notes = new ArrayList<>();

    public HeldNotes() {}

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
    public void tell(AdmissionNotes to) {
        notes.forEach(note -> note.accept(to));
    }
}
