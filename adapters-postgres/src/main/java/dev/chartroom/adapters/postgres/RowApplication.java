package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.StoredApplication;

/** An Application of this database: the resource version of another store's could be the same by chance. */
final class RowApplication extends StoredApplication {
    RowApplication(ApplicationKind kind, Application application, JsonCodec codec) {
        super(kind, application, codec);
    }
}
