package dev.chartroom.ports.service;

import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.function.Consumer;

/**
 * How a client wants a write to be done (wire contract D27 to D30).
 *
 * @param subresource empty for the object itself, otherwise {@code status}
 * @param context what admission gets to know of the request
 * @param authorizeCreate throws what the client gets who may not create; asked where an apply finds no object (wire
 *     contract C15)
 */
public record WriteRequest(
        WriteOptions options,
        FieldValidation fieldValidation,
        String subresource,
        AdmissionContext context,
        Runnable authorizeCreate) {

    /** The same, whose notes are these. */
    WriteRequest withNotes(AdmissionNotes notes) {
        return new WriteRequest(
                options,
                fieldValidation,
                subresource,
                new AdmissionContext(context.user(), context.options(), notes),
                authorizeCreate);
    }

    boolean ofStatus() {
        return subresource.equals("status");
    }

    /** Takes each sentence that the client is to be warned with, also of a write that fails. */
    Consumer<String> warnings() {
        return context.notes()::warn;
    }
}
