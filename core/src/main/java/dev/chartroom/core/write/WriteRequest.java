package dev.chartroom.core.write;

import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.function.Consumer;

/**
 * The parameters of a write (wire contract D27 to D30).
 *
 * @param subresource the written subresource; empty for the object itself
 * @param context the information that admission receives about the request
 * @param authorizeCreate a check that throws an error if the client is not allowed to create objects; called if an
 *     apply finds no object (wire contract C15)
 */
public record WriteRequest(
        WriteOptions options,
        FieldValidation fieldValidation,
        String subresource,
        AdmissionContext context,
        Runnable authorizeCreate) {

    /** Returns the same request with other notes. */
    WriteRequest withNotes(AdmissionNotes notes) {
        return new WriteRequest(
                options,
                fieldValidation,
                subresource,
                new AdmissionContext(context.user(), context.options(), notes),
                authorizeCreate);
    }

    boolean isForStatus() {
        return subresource.equals("status");
    }

    /** Returns a consumer of warnings. The client receives the warnings even if the write fails. */
    Consumer<String> warnings() {
        return context.notes()::warn;
    }
}
