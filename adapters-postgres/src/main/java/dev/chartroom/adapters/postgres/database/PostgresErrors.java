package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;

/** Maps the database's errors to API errors. The server's message is only logged, because it may quote values. */
public final class PostgresErrors {
    /** The SQLSTATE "statement completion unknown": the write may have been done, and may still be lost. */
    static final String UNKNOWN = "40003";

    private static final System.Logger LOG = System.getLogger(PostgresErrors.class.getName());

    private PostgresErrors() {}

    /** Returns the error for a failed read, or for a write that certainly changed nothing. */
    public static ApiException of(ApplicationKind kind, SQLException e) {
        return new ApiException(error(kind, e));
    }

    private static ApiError error(ApplicationKind kind, SQLException e) {
        String state = state(e);
        LOG.log(
                affectsAllCalls(e) ? Level.DEBUG : Level.WARNING,
                () -> "The backing store of " + kind.groupResource() + " failed with SQLSTATE " + state + ": "
                        + e.getClass().getSimpleName());
        LOG.log(Level.DEBUG, "Details of the failure", e);
        if (state.equals(UNKNOWN)) {
            return unknownOutcome(kind).error();
        }
        if (isOutage(e)) {
            return ApiError.unavailable(
                    "the backing store of " + kind.groupResource() + " cannot be reached at this time");
        }
        return switch (state) {
            // A statement timeout, or a lock timeout.
            case "57014", "55P03" ->
                ApiError.unavailable("the backing store of " + kind.groupResource() + " did not answer in time");
            case "25006" ->
                ApiError.unavailable(
                        "the backing store of " + kind.groupResource() + " does not accept writes at this time");
            case "42501", "28000", "28P01" ->
                ApiError.unavailable(
                        "the backing store of " + kind.groupResource() + " does not accept this server's credentials");
            // A missing database, schema, table or column.
            case "3D000", "3F000", "42P01", "42703" ->
                ApiError.unavailable("the backing store of " + kind.groupResource() + " does not exist at this time");
            // The object exceeds a limit of an index or of a document.
            case "54000", "54001" ->
                ApiError.plain(StatusReason.REQUEST_ENTITY_TOO_LARGE, "the object is too large to be stored");
            // A text that PostgreSQL cannot store.
            case "22021", "22P05" ->
                new ApiError.Invalid(
                        kind.gvk().groupKind(),
                        "",
                        List.of(FieldError.forbidden("metadata.name", "the database cannot store its characters")));
            default -> ApiError.internal("the backing store of " + kind.groupResource() + " failed");
        };
    }

    /** Returns the error for a write whose outcome is unknown. */
    public static ApiException unknownOutcome(ApplicationKind kind) {
        return new ApiException(ApiError.plain(
                StatusReason.SERVICE_UNAVAILABLE,
                "the connection to the backing store of " + kind.groupResource()
                        + " broke during the write, so the write may or may not have been done"));
    }

    /** Returns whether the connection broke during a statement and the outcome of the statement is unknown. */
    public static boolean isOutcomeUnknown(SQLException e) {
        String state = state(e);
        return !(e instanceof SQLTransientConnectionException)
                && (state.startsWith("08")
                        || state.startsWith("57P")
                        || state.startsWith("58")
                        || state.startsWith("XX"));
    }

    /** Returns whether other calls fail for the same reason. Such failures are not logged one by one. */
    static boolean affectsAllCalls(SQLException e) {
        return isOutage(e)
                || switch (state(e)) {
                    case "57014", "55P03", "25006", "42501", "28000", "28P01", "3D000", "3F000", "42P01", "42703" ->
                        true;
                    default -> false;
                };
    }

    private static boolean isOutage(SQLException e) {
        String state = state(e);
        return e instanceof SQLTransientConnectionException
                || state.startsWith("08")
                // Out of disk, memory or connections.
                || state.startsWith("53")
                || state.startsWith("57P")
                || state.startsWith("58")
                || state.startsWith("40");
    }

    /**
     * Returns whether no server answered, or the server that answered is not ready yet. Returns false if a wrong server
     * answered.
     */
    public static boolean isUnreachable(SQLException e) {
        String state = state(e);
        return state.equals("08001") || state.startsWith("53") || state.startsWith("57P");
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }
}
