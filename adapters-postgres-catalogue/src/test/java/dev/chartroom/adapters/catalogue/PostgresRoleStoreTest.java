package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;

class PostgresRoleStoreTest extends CatalogueContract {
    @Override
    protected ApplicationKind kind() {
        return kinds().get(1);
    }

    @Override
    protected ApplicationKind otherKind() {
        return kinds().get(0);
    }

    @Override
    protected JsonObject sparseSpec() {
        return JsonObject.builder().put("login", true).build();
    }

    @Override
    protected JsonObject completedSpec() {
        return JsonObject.builder()
                .put("login", true)
                .put("inherit", true)
                .put("createDatabase", false)
                .put("createRole", false)
                .put("connectionLimit", -1)
                .put("deletionPolicy", "Delete")
                .build();
    }
}
