package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
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

    /**
     * The creation of a database takes a tenth of a second. The contract of roles tests long pages of the same store.
     */
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
