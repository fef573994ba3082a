package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonObject;

/** The {@code info} of every document. */
final class DocumentInfo {
    /** Each group has versions, but the API as a whole has no version, as in kube-apiserver's documents. */
    static final JsonObject JSON = JsonObject.builder()
            .put("title", "Chartroom")
            .put("version", "unversioned")
            .build();

    private DocumentInfo() {}
}
