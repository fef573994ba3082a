package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.StoredApplication;

/**
 * An Application that was read from a database. This type distinguishes it from objects of other stores. Such an object
 * can have the same resource version by chance.
 */
final class RowApplication extends StoredApplication {
    RowApplication(ApplicationKind kind, Application application, JsonCodec codec) {
        super(kind, application, codec);
    }
}
