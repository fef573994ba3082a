package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Row;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.StoredApplication;

/** Converts objects from and to their stored form. */
final class RowReader {
    private final JsonCodec codec;

    RowReader(JsonCodec codec) {
        this.codec = codec;
    }

    /** Returns the object of a row, with the kind's current name and version. */
    StoredApplication object(ApplicationKind kind, Row row) {
        JsonObject json = codec.parse(row.object()) instanceof JsonObject object ? object : JsonObject.EMPTY;
        Application application = new Application(
                kind.gvk(),
                ObjectMeta.fromJson(json.objectOrEmpty("metadata")),
                json.object("spec").orElse(null),
                json.objectOrEmpty("status"));
        return object(kind, application, row.revision());
    }

    /** Returns an object as it is stored at a revision. */
    StoredApplication object(ApplicationKind kind, Application application, long revision) {
        return new RowApplication(kind, at(application, Long.toString(revision)), codec);
    }

    /** Returns an object that is not stored: the result of a dry run or of a deletion. */
    StoredApplication object(ApplicationKind kind, Application application) {
        return new RowApplication(kind, application, codec);
    }

    /** Decodes a client's continue token. */
    ContinueToken token(String text) {
        return ContinueToken.read(text, codec);
    }

    /** Encodes an object without its resource version, which is a column of its own. */
    byte[] encoded(Application application) {
        return codec.encode(at(application, "").toJson());
    }

    private static Application at(Application application, String resourceVersion) {
        return application.withMetadata(application.metadata().toBuilder()
                .resourceVersion(resourceVersion)
                .build());
    }
}
