package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;

/**
 * The information that admission receives about a request, in addition to the object.
 *
 * @param options the options of the operation as the client sent them, such as CreateOptions or PatchOptions, without
 *     {@code apiVersion} and {@code kind}
 */
public record AdmissionContext(UserInfo user, JsonObject options, AdmissionNotes notes) {

    /** Returns the options as an object of the operation's kind, such as {@code CreateOptions}. */
    public JsonObject optionsOf(String kind) {
        return JsonObject.builder()
                .put("kind", kind)
                .put("apiVersion", "meta.k8s.io/v1")
                .putAll(options)
                .build();
    }
}
