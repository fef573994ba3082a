package dev.chartroom.adapters.catalogue;

import dev.chartroom.adapters.catalogue.NamedObject.Sort;
import dev.chartroom.adapters.catalogue.PostgresResources.Allowed;
import dev.chartroom.domain.application.Application;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which names the specs of a namespace may use. The specs may name the objects that Chartroom made for the
 * namespace, as recorded in {@link ObjectTable}. They may also name those objects of the administrator that the
 * configuration allows to the namespace. Superusers, roles that may act as a superuser, {@code pg_*} and Chartroom's
 * own roles are always refused.
 *
 * @param reserved the names of Chartroom's own roles in this server and in the PostgreSQL server that stores
 *     Applications
 */
record Boundary(List<Allowed> allowed, Set<String> reserved) {
    private static final Map<Sort, String> QUERIES = Map.of(Sort.ROLE, """
            SELECT o.namespace, o.retained, rolname ~ '^pg_' OR pg_has_role(r.oid, session_user, 'MEMBER')
              OR EXISTS (SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(r.oid, s.oid, 'MEMBER')) AS never
            FROM pg_roles r LEFT JOIN chartroom.object o ON o.catalogue = 'pg_authid' AND o.oid = r.oid::bigint AND o.made
            WHERE rolname = ?""", Sort.DATABASE, """
            SELECT o.namespace, o.retained, false AS never
            FROM pg_database d
            LEFT JOIN chartroom.object o ON o.catalogue = 'pg_database' AND o.oid = d.oid::bigint AND o.made
            WHERE datname = ?""", Sort.SCHEMA, """
            SELECT NULL AS namespace, false AS retained,
              nspname ~ '^pg_' OR nspname IN ('information_schema', 'chartroom') AS never
            FROM pg_namespace WHERE nspname = ?""");

    /** Refuses a name that the namespace must not use. The message does not reveal whether such an object exists. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        private final String field;

        RefusedException(String field, String message) {
            super(message);
            this.field = field;
        }

        /** Returns the field of the spec that contains the name. */
        String field() {
            return field;
        }
    }

    /**
     * The object that has a name.
     *
     * @param namespace the namespace for which Chartroom made the object; empty for an object made by others
     */
    private record Found(Optional<String> namespace, boolean isRetained, boolean isNever) {
        boolean isOf(String other) {
            return namespace.filter(other::equals).isPresent() && !isRetained;
        }
    }

    /**
     * Checks the names of a spec, in the transaction of the statements that use them. Between the check and these
     * statements, only an administrator can give a checked name to another object: tenants can rename only their own
     * objects.
     *
     * @throws RefusedException for the first name that the namespace must not use
     */
    void check(Connection connection, Application application, List<NamedObject> names)
            throws SQLException, RefusedException {
        String namespace = application.metadata().namespace();
        for (NamedObject named : names) {
            Optional<Found> found = find(connection, named);
            boolean isOwn = found.filter(object -> object.isOf(namespace)).isPresent();
            // If Chartroom made the object, other namespaces may not name it, even if the configuration allows them to
            // use the name.
            boolean isAllowed = !named.mustBeOwn()
                    && isAllowed(namespace, named)
                    && found.flatMap(Found::namespace).isEmpty();
            boolean isNever = isReserved(named) || found.filter(Found::isNever).isPresent();
            if (isNever || !(isOwn || isAllowed)) {
                throw refused(named);
            }
        }
    }

    /**
     * Checks an object that Chartroom made, before it is changed, dropped or adopted. An administrator might have made
     * it a superuser in the meantime.
     *
     * @throws RefusedException if no namespace may own such an object
     */
    void checkExisting(Connection connection, CatalogueKind catalogue, CatalogueObject object)
            throws SQLException, RefusedException {
        Optional<NamedObject> made = catalogue.made(object.spec());
        if (made.isPresent() && isNever(connection, made.get())) {
            throw new RefusedException(
                    made.get().field(),
                    made.get().sort().word() + " \"" + object.identifier()
                            + "\" now belongs to the administrator: it is a superuser, or may act as one or as Chartroom");
        }
    }

    private boolean isNever(Connection connection, NamedObject named) throws SQLException {
        return isReserved(named)
                || find(connection, named).filter(Found::isNever).isPresent();
    }

    private static RefusedException refused(NamedObject named) {
        return new RefusedException(
                named.field(),
                named.sort().word() + " \"" + named.identifier() + "\" is "
                        + (named.mustBeOwn()
                                ? "not an object of this namespace"
                                : "neither an object of this namespace nor allowed to it"));
    }

    private boolean isReserved(NamedObject named) {
        return named.sort() == Sort.ROLE && reserved.contains(named.identifier());
    }

    private boolean isAllowed(String namespace, NamedObject named) {
        return allowed.stream()
                .filter(entry -> entry.isFor(namespace))
                .anyMatch(entry -> names(entry, named.sort()).contains(named.identifier()));
    }

    /**
     * Checks the name of a new object. A tenant must not take a name that is meant for a role of the administrator.
     * Otherwise the tenant would get the rights that are later granted to the role with this name.
     *
     * @throws RefusedException if the configuration allows the name to a namespace, or if one of Chartroom's own roles
     *     has the name
     */
    void checkFree(NamedObject made) throws RefusedException {
        if (isReserved(made)
                || allowed.stream().anyMatch(entry -> names(entry, made.sort()).contains(made.identifier()))) {
            throw new RefusedException(
                    made.field(),
                    made.sort().word() + " \"" + made.identifier()
                            + "\" is a name that the configuration reserves for the administrator");
        }
    }

    private static Set<String> names(Allowed entry, Sort sort) {
        return switch (sort) {
            case ROLE -> entry.roles();
            case DATABASE -> entry.databases();
            case SCHEMA -> entry.schemas();
        };
    }

    private static Optional<Found> find(Connection connection, NamedObject named) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QUERIES.get(named.sort()))) {
            statement.setString(1, named.identifier());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new Found(
                                Optional.ofNullable(row.getString("namespace")),
                                row.getBoolean("retained"),
                                row.getBoolean("never")))
                        : Optional.empty();
            }
        }
    }
}
