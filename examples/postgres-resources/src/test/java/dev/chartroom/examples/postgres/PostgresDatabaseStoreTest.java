package dev.chartroom.examples.postgres;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;

class PostgresDatabaseStoreTest extends CatalogueContract {
    @Override
    protected ApplicationKind kind() {
        return kinds().get(0);
    }

    @Override
    protected ApplicationKind otherKind() {
        return kinds().get(1);
    }

    /** A database takes a tenth of a second. The store is the one of roles, which tries long pages. */
    @Override
    protected int longPage() {
        return 10;
    }

    @Override
    protected JsonObject sparseSpec() {
        return JsonObject.builder().put("deletionPolicy", "Delete").build();
    }

    @Override
    protected JsonObject completedSpec() {
        return JsonObject.builder()
                .put("deletionPolicy", "Delete")
                .put("encoding", "UTF8")
                .put("connectionLimit", -1)
                .put("allowConnections", true)
                .build();
    }
}
