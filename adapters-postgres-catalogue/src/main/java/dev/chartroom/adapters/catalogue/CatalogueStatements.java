package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import java.sql.SQLException;
import java.util.List;

/**
 * The location of objects in the catalogue, and the statements that change them. A live spec is a result of the query.
 * A given spec comes from a client and contains the defaults.
 */
interface CatalogueStatements {
    /**
     * Returns a query for all objects. Its columns are the object's {@code oid}, {@code identifier} and {@code spec},
     * the defaults of the spec as {@code implied}, and the latest transaction that changed the object's rows as {@code
     * xid}. An object without an oid has a unique number of more than 32 bits.
     */
    String query();

    List<String> create(JsonObject given) throws SQLException;

    /** Returns the statements that change one spec into the other; empty if they do not differ. */
    List<String> alter(JsonObject live, JsonObject given) throws SQLException;

    List<String> drop(JsonObject live) throws SQLException;

    /** Returns an expression for the latest of several transaction ids, which wrap around. Null ids are ignored. */
    static String latest(String... xids) {
        return "(SELECT x FROM unnest(ARRAY[" + String.join(", ", xids) + "]) AS x ORDER BY age(x) LIMIT 1)";
    }
}
