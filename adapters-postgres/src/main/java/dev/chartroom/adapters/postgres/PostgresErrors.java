package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.domain.status.StatusReason;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;

/** The server's errors as errors about a kind's objects. What the server says goes to the log: it may quote values. */
final class PostgresErrors {
    /** What was begun may be done, and may yet be lost; SQL calls it statement completion unknown. */
    static final String UNKNOWN = "40003";

    private static final System.Logger LOG = System.getLogger(PostgresErrors.class.getName());

    private PostgresErrors() {}

    /** What a read that failed, or a write that surely changed nothing, is answered with. */
    static ApiException of(ApplicationKind kind, SQLException e) {
        return new ApiException(error(kind, e));
    }

    private static ApiError error(ApplicationKind kind, SQLException e) {
        String state = state(e);
        LOG.log(
                isOfMany(e) ? Level.DEBUG : Level.WARNING,
                () -> "What stores " + kind.groupResource() + " failed with SQLSTATE " + state + ": "
                        + e.getClass().getSimpleName());
        LOG.log(Level.DEBUG, "in detail", e);
        if (state.equals(UNKNOWN)) {
            return unknownOutcome(kind).error();
        }
        if (isOutage(e)) {
            return ApiError.unavailable("what stores " + kind.groupResource() + " cannot be reached at this time");
        }
        return switch (state) {
            // A statement's time is over, or it waited too long for a lock.
            case "57014", "55P03" ->
                ApiError.unavailable("what stores " + kind.groupResource() + " did not answer in time");
            case "25006" ->
                ApiError.unavailable("what stores " + kind.groupResource() + " takes no writes at this time");
            case "42501", "28000", "28P01" ->
                ApiError.unavailable(
                        "what stores " + kind.groupResource() + " does not accept this server's credentials");
            // The database, the schema, a table or a column is not there.
            case "3D000", "3F000", "42P01", "42703" ->
                ApiError.unavailable("what stores " + kind.groupResource() + " is not there at this time");
            // Beyond what an index or a document may be.
            case "54000", "54001" ->
                ApiError.plain(StatusReason.REQUEST_ENTITY_TOO_LARGE, "the object is too large to be stored");
            // A text that no text of a database can be.
            case "22021", "22P05" ->
                new ApiError.Invalid(
                        kind.gvk().groupKind(),
                        "",
                        List.of(FieldError.forbidden("metadata.name", "holds what no text of the database can hold")));
            default -> ApiError.internal("what stores " + kind.groupResource() + " failed");
        };
    }

    /** What a write is answered with of which nobody knows whether it was done. */
    static ApiException unknownOutcome(ApplicationKind kind) {
        return new ApiException(ApiError.plain(
                StatusReason.SERVICE_UNAVAILABLE,
                "what stores " + kind.groupResource()
                        + " was lost while it was written to, so the write may or may not have been done"));
    }

    /** True where the connection broke while the server was at it: what it did is not known. */
    static boolean isLostOnTheWay(SQLException e) {
        String state = state(e);
        return !(e instanceof SQLTransientConnectionException)
                && (state.startsWith("08")
                        || state.startsWith("57P")
                        || state.startsWith("58")
                        || state.startsWith("XX"));
    }

    /** True where others fail for the same reason, so that not each of them is told of. */
    static boolean isOfMany(SQLException e) {
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

    /** True where nobody answers, or only that it is too early: not where who answers is somebody else. */
    static boolean isUnreachable(SQLException e) {
        String state = state(e);
        return state.equals("08001") || state.startsWith("53") || state.startsWith("57P");
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }
}
