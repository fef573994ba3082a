package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.BackingApi;

/**
 * A catalogue whose grants specify only privileges. Each grants to one role, on its own table, which is created on
 * demand. The specs of a contract differ only in a number.
 */
record TablePrivileges(BackingApi catalogue, PostgresServer server) implements BackingApi {
    static final String ROLE = "reader";

    @Override
    public State list(ApplicationKind kind) {
        State state = catalogue.list(kind);
        return new State(
                state.settled(),
                state.latest(),
                state.objects().stream().map(TablePrivileges::withoutTable).toList());
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        server.psql("CREATE TABLE IF NOT EXISTS " + Sql.identifier(table(application)) + " ()");
        catalogue.create(kind, withTable(application));
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        catalogue.update(kind, withTable(live), withTable(next));
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        catalogue.delete(kind, withTable(live));
    }

    private static Application withTable(Application application) {
        JsonObject spec = application.spec() == null ? JsonObject.EMPTY : application.spec();
        return application.withSpec(JsonObject.builder()
                .put("privileges", JsonArray.of(new JsonString("SELECT")))
                .putAll(spec)
                .put("role", ROLE)
                .put("schema", "public")
                .put("table", table(application))
                .build());
    }

    private static Application withoutTable(Application application) {
        JsonObject spec = application.spec() == null ? JsonObject.EMPTY : application.spec();
        return application.withSpec(spec.without("role").without("schema").without("table"));
    }

    private static String table(Application application) {
        return application.metadata().namespace() + "." + application.metadata().name();
    }
}
