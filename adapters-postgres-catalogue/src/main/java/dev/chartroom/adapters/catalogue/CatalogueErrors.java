package dev.chartroom.adapters.catalogue;

import dev.chartroom.adapters.catalogue.Boundary.RefusedException;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Maps errors of Postgres to API errors according to their SQLSTATE (appendix A of the Postgres manual). The API errors
 * have Postgres' message.
 */
final class CatalogueErrors {
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private CatalogueErrors() {}

    /** @param application the object of the write */
    static ApiException of(ApplicationKind kind, Application application, SQLException e) {
        String name = application.metadata().name();
        String message = message(e);
        return new ApiException(
                switch (state(e)) {
                    // duplicate_database, duplicate_object, unique_violation
                    case "42P04", "42710", "23505" ->
                        new ApiError.AlreadyExists(
                                kind.groupResource(),
                                name,
                                false,
                                !application.metadata().generateName().isEmpty());
                    // object_in_use, dependent_objects_still_exist, and a tuple that was updated concurrently
                    case "55006", "2BP01", "40001", "40P01", "XX000" ->
                        new ApiError.Conflict(kind.groupResource(), name, message);
                    case String state
                    when isGrantors(state, application) ->
                        invalid(kind, application, field -> field.getKey().equals("grantor"), message);
                    case String state
                    when isRefusal(state) ->
                        invalid(kind, application, field -> isNamed(field.getValue(), message), message);
                    default -> of(e).error();
                });
    }

    /** @param live the object to delete; a refusal is a Conflict, because a client cannot correct any field */
    static ApiException ofDeletion(ApplicationKind kind, Application live, SQLException e) {
        ApiException refused = of(kind, live, e);
        return refused.error() instanceof ApiError.Invalid
                ? new ApiException(new ApiError.Conflict(
                        kind.groupResource(), live.metadata().name(), message(e)))
                : refused;
    }

    /** @param live the object that a client wants to delete, although no namespace may delete it */
    static ApiException ofDeletion(ApplicationKind kind, Application live, RefusedException e) {
        return new ApiException(
                new ApiError.Conflict(kind.groupResource(), live.metadata().name(), String.valueOf(e.getMessage())));
    }

    /** Maps an error that does not concern an object. */
    static ApiException of(SQLException e) {
        String state = state(e);
        if (state.equals(LOCK_NOT_AVAILABLE)) {
            return new ApiException(new ApiError.Plain(
                    StatusReason.TOO_MANY_REQUESTS,
                    "another transaction in the Postgres server holds a lock, please try again later",
                    List.of(),
                    1));
        }
        // Connection, authorization, shutdown, too many connections. An error without an SQLSTATE means that no
        // connection was free in time.
        boolean isOutage = state.isEmpty() || state.matches("(08|28|57|53).*");
        return new ApiException(
                isOutage
                        ? ApiError.unavailable("the Postgres server cannot be reached")
                        : ApiError.internal("Postgres rejected the change: " + message(e)));
    }

    /**
     * Returns the error of an invalid spec.
     *
     * @param field the field of the spec; empty for the spec itself
     */
    static ApiException invalid(ApplicationKind kind, Application application, String field, String problem) {
        JsonObject spec = spec(application);
        JsonValue value = field.isEmpty() ? spec : spec.get(field);
        return new ApiException(new ApiError.Invalid(
                kind.gvk().groupKind(),
                application.metadata().name(),
                List.of(FieldError.invalid(
                        field.isEmpty() ? "spec" : "spec." + field, value == null ? JsonNull.NULL : value, problem))));
    }

    /**
     * Returns whether an SQLSTATE means an invalid grant, name, value, feature or syntax. Returns false if Chartroom
     * lacks a right.
     */
    private static boolean isRefusal(String state) {
        return state.matches("(0L|0A|22|3D|3F|42).*") && !state.equals("42501");
    }

    /** Returns whether the statement failed because the grantor in the spec lacks a right. */
    private static boolean isGrantors(String state, Application application) {
        return (state.equals("42501") || Sql.PARTIAL.contains(state))
                && spec(application).has("grantor");
    }

    private static ApiError invalid(
            ApplicationKind kind,
            Application application,
            Predicate<Map.Entry<String, JsonValue>> isAtFault,
            String message) {
        JsonObject spec = spec(application);
        FieldError error = spec.members().entrySet().stream()
                .filter(isAtFault)
                .map(field -> FieldError.invalid("spec." + field.getKey(), field.getValue(), message))
                .findFirst()
                .orElse(FieldError.invalid("spec", spec, message));
        return new ApiError.Invalid(
                kind.gvk().groupKind(), application.metadata().name(), List.of(error));
    }

    /**
     * Returns whether a message names a value. A spec has lists of privileges, and a message has privileges in lower
     * case. In a message, the name of a table follows the name of its schema.
     */
    private static boolean isNamed(JsonValue value, String message) {
        return switch (value) {
            case JsonString(String text) -> message.contains('"' + text + '"') || message.contains('.' + text + '"');
            case JsonArray words ->
                words.strings().stream().anyMatch(word -> message.contains('"' + word.toLowerCase(Locale.ROOT) + '"'));
            case JsonObject _, JsonNumber _, JsonBoolean _, JsonNull _ -> false;
        };
    }

    private static JsonObject spec(Application application) {
        return application.spec() == null ? JsonObject.EMPTY : application.spec();
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    /** Returns the server's message and detail, which do not contain the statement. */
    private static String message(SQLException e) {
        if (e instanceof SQLFeatureNotSupportedException ours) {
            return String.valueOf(ours.getMessage());
        }
        @Nullable
        ServerErrorMessage server = switch (e) {
            case PSQLException error -> error.getServerErrorMessage();
            case PSQLWarning warning -> warning.getServerErrorMessage();
            default -> null;
        };
        if (server == null || server.getMessage() == null) {
            return "no connection";
        }
        // The detail names dependent objects, which might belong to others.
        return server.getDetail() == null || "2BP01".equals(e.getSQLState())
                ? server.getMessage()
                : server.getMessage() + ": " + server.getDetail();
    }
}
