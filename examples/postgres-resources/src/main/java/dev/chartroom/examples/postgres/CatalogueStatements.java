package dev.chartroom.examples.postgres;

import dev.chartroom.domain.json.JsonObject;
import java.sql.SQLException;
import java.util.List;

/**
 * Where objects are in the catalogue, and the statements that change them. A spec that is live is as the query has it;
 * one that is given has its defaults.
 */
interface CatalogueStatements {
    /**
     * For each object its oid, the latest transaction that changed what it is made of ({@code xid}), what it is called
     * ({@code identifier}), its spec, and of that what is so where nobody says anything ({@code implied}). What has no
     * oid has a longer number that is as good.
     */
    String query();

    List<String> create(JsonObject given) throws SQLException;

    /** What makes one of the other; none where they do not differ. */
    List<String> alter(JsonObject live, JsonObject given) throws SQLException;

    List<String> drop(JsonObject live) throws SQLException;

    /** The latest of some columns with transaction ids, which go round; those that are null do not count. */
    static String latest(String... xids) {
        return "(SELECT x FROM unnest(ARRAY[" + String.join(", ", xids) + "]) AS x ORDER BY age(x) LIMIT 1)";
    }
}
