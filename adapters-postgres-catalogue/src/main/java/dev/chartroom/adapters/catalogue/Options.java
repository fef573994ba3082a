package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/** The options of databases and roles. */
final class Options {
    /**
     * The field that replaces a password reference: the verifier that Postgres stores, or null for no password. Clients
     * do not see it.
     */
    static final String VERIFIER = "verifier";

    private Options() {}

    static List<String> alter(String start, JsonObject live, JsonObject given) {
        String options = between(live, given);
        return options.isEmpty() ? List.of() : List.of(start + " WITH" + options);
    }

    /** Returns the options that differ, each with a leading space. */
    static String between(JsonObject live, JsonObject given) {
        StringBuilder options = new StringBuilder();
        given.members().forEach((field, value) -> {
            if (!value.equals(live.get(field))) {
                options.append(option(field, value));
            }
        });
        return options.toString();
    }

    private static String option(String field, JsonValue value) {
        String no = value.equals(JsonBoolean.of(false)) ? "NO" : "";
        return switch (field) {
            case "login" -> " " + no + "LOGIN";
            case "inherit" -> " " + no + "INHERIT";
            case "createDatabase" -> " " + no + "CREATEDB";
            case "createRole" -> " " + no + "CREATEROLE";
            case "connectionLimit" -> " CONNECTION LIMIT " + Sql.integer(value);
            case "allowConnections" -> " ALLOW_CONNECTIONS " + no.isEmpty();
            case VERIFIER -> " PASSWORD " + (value instanceof JsonString(String text) ? Sql.literal(text) : "NULL");
            default -> "";
        };
    }
}
