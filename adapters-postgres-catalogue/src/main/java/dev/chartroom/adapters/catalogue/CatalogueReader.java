package dev.chartroom.adapters.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.adapters.catalogue.CatalogueObject.Kept;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.BackingApi.State;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from the rows of a catalogue. Resource versions are transaction ids: an object has the id of the
 * transaction that changed its rows last. Some bits of a resource version depend on the object, because a watch may
 * resume between two objects that one transaction changed. Versions before the oldest running transaction are settled:
 * later changes have greater versions.
 *
 * @param namespace the namespace of objects that were not made through Chartroom; null if these objects are not shown
 */
record CatalogueReader(JsonCodec codec, @Nullable String namespace) {
    /** The number of resource versions per transaction: the lower half is for objects, the upper half for deletions. */
    private static final long XID_STRIDE = 1 << 16;

    private static final int OWN = (1 << 15) - 1;
    /** Rows with a lower id have existed since the server was initialized. */
    private static final long FIRST_NORMAL = 3;

    /** @param objects the objects by uid, including objects that clients do not see */
    record Snapshot(CatalogueKind catalogue, State state, Map<String, CatalogueObject> objects) {
        /** Returns the object that a spec identifies; null if there is none. */
        @Nullable
        CatalogueObject find(JsonObject spec) {
            return objects.values().stream()
                    .filter(object -> catalogue.isOf(object.spec(), spec))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns the object with the given oid; null if there is none. */
        @Nullable
        CatalogueObject find(long oid) {
            return objects.values().stream()
                    .filter(object -> object.oid() == oid)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** Reads all objects of a kind in one consistent state. */
    Snapshot read(Connection connection, ApplicationKind kind) throws SQLException {
        CatalogueKind catalogue = CatalogueKind.of(kind);
        Map<String, CatalogueObject> objects = new LinkedHashMap<>();
        Map<NamespacedName, Application> shown = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query(catalogue))) {
            long oldest = 0;
            long next = 0;
            while (row.next()) {
                oldest = row.getLong("oldest");
                next = row.getLong("next");
                if (row.getString("identifier") == null) {
                    continue;
                }
                CatalogueObject object = object(row, next);
                String uid = CatalogueNames.uuid(String.join(
                        "/",
                        row.getString("server"),
                        catalogue.catalogue(),
                        Long.toString(object.oid()),
                        Long.toString(object.incarnation())));
                objects.put(uid, object);
                @Nullable ObjectMeta named = object.isRetained() ? null : metadata(object, shown.keySet());
                if (named != null) {
                    ObjectMeta metadata = named.toBuilder()
                            .uid(uid)
                            .resourceVersion(Long.toString(object.version()))
                            .build();
                    shown.put(metadata.namespacedName(), object.application(kind, metadata));
                }
            }
            State state = new State(oldest * XID_STRIDE - 1, next * XID_STRIDE - 1, List.copyOf(shown.values()));
            return new Snapshot(catalogue, state, objects);
        }
    }

    /** Returns a query. Its result has at least one row, even if there are no objects. */
    private static String query(CatalogueKind catalogue) {
        return """
            SELECT pg_snapshot_xmin(now)::text::bigint AS oldest, pg_snapshot_xmax(now)::text::bigint AS next,
              (SELECT system_identifier FROM pg_control_system()) AS server, o.oid::bigint AS id,
              o.xid::text::bigint AS xid, o.identifier, o.spec::text AS spec, o.implied::text AS implied,
              r.xmin::text::bigint AS record_xid, r.metadata, r.given, r.retained, r.incarnation, r.made
            FROM pg_current_snapshot() AS now LEFT JOIN (%s) AS o ON true
            LEFT JOIN chartroom.object AS r ON r.catalogue = '%s' AND r.oid = o.oid::bigint
            ORDER BY r.name IS NULL, o.oid""".formatted(catalogue.query(), catalogue.catalogue());
    }

    private CatalogueObject object(ResultSet row, long next) throws SQLException {
        @Nullable Kept kept = null;
        if (row.getString("metadata") != null) {
            kept = new Kept(
                    ObjectMeta.fromJson(json(row, "metadata")),
                    json(row, "given"),
                    row.getBoolean("retained"),
                    row.getLong("incarnation"),
                    row.getBoolean("made"));
        }
        long oid = row.getLong("id");
        long xid = Math.max(widened(row.getLong("xid"), next), widened(row.getLong("record_xid"), next));
        return new CatalogueObject(
                oid,
                XID_STRIDE * xid + (Long.hashCode(oid) & OWN),
                row.getString("identifier"),
                json(row, "spec"),
                json(row, "implied"),
                kept);
    }

    /** Returns the latest transaction id before {@code next} whose lower 32 bits are {@code xid}. */
    static long widened(long xid, long next) {
        long id = (next & ~0xffff_ffffL) | xid;
        return xid < FIRST_NORMAL ? FIRST_NORMAL : id >= next ? id - (1L << 32) : id;
    }

    private @Nullable ObjectMeta metadata(CatalogueObject object, Set<NamespacedName> taken) {
        if (object.kept() != null) {
            return object.kept().metadata();
        }
        if (namespace == null) {
            return null;
        }
        String name = CatalogueNames.of(object.identifier());
        boolean isTaken = taken.contains(new NamespacedName(namespace, name));
        return ObjectMeta.of(namespace, isTaken ? CatalogueNames.escaped(object.identifier()) : name).toBuilder()
                .generation(1)
                .build();
    }

    private JsonObject json(ResultSet row, String column) throws SQLException {
        return codec.parse(row.getString(column).getBytes(UTF_8)) instanceof JsonObject object
                ? object
                : JsonObject.EMPTY;
    }
}
