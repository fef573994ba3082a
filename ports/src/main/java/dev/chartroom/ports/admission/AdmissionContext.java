package dev.chartroom.ports.admission;

import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonObject;

/**
 * What admission gets to know of a request besides the object.
 *
 * @param options the CreateOptions, PatchOptions and so on as the client gave them, without their kind
 */
public record AdmissionContext(UserInfo user, JsonObject options, AdmissionNotes notes) {

    /** The options as an object of the kind that the operation has, such as {@code CreateOptions}. */
    public JsonObject optionsOf(String kind) {
        return JsonObject.builder()
                .put("kind", kind)
                .put("apiVersion", "meta.k8s.io/v1")
                .putAll(options)
                .build();
    }
}
