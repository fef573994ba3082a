package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.StoredApplication;

/** Objects as the table has them, and back. */
final class RowReader {
    private final JsonCodec codec;

    RowReader(JsonCodec codec) {
        this.codec = codec;
    }

    /** The object of a row, under the name and version that its kind has now. */
    StoredApplication object(ApplicationKind kind, Row row) {
        JsonObject json = codec.parse(row.object()) instanceof JsonObject object ? object : JsonObject.EMPTY;
        Application application = new Application(
                kind.gvk(),
                ObjectMeta.fromJson(json.objectOrEmpty("metadata")),
                json.object("spec").orElse(null),
                json.objectOrEmpty("status"));
        return object(kind, application, row.revision());
    }

    /** An object that is stored at a revision. */
    StoredApplication object(ApplicationKind kind, Application application, long revision) {
        return new RowApplication(kind, at(application, Long.toString(revision)), codec);
    }

    /** An object that is not stored, as in a dry run, or not any more. */
    StoredApplication object(ApplicationKind kind, Application application) {
        return new RowApplication(kind, application, codec);
    }

    /** What a client says where the page before ended. */
    ContinueToken token(String text) {
        return ContinueToken.read(text, codec);
    }

    /** What a row has of an object: not the revision, which is the row's own. */
    byte[] encoded(Application application) {
        return codec.encode(at(application, "").toJson());
    }

    private static Application at(Application application, String resourceVersion) {
        return application.withMetadata(application.metadata().toBuilder()
                .resourceVersion(resourceVersion)
                .build());
    }
}
