package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.catalogue.PostgresResources;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.kubernetes.client.KubernetesClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads the settings of stores in the configuration. */
public final class StoreSettings {
    private static final String POSTGRES = "stores.postgres";
    private static final String POSTGRES_RESOURCES = "stores.postgresResources";

    private static final List<String> BUILT_IN =
            List.of(StoreNames.HELM_RELEASE, ServerConfig.POSTGRES, ServerConfig.POSTGRES_RESOURCES);

    private StoreSettings() {}

    /**
     * Returns the settings of the stores that are not part of Chartroom. Each key is the name of a store's provider.
     */
    public static Map<String, JsonObject> provided(ServerConfig config) {
        return config.stores() == null ? Map.of() : config.stores().providedOrNone();
    }

    /** Returns the configured database; empty for none. Reads the password files. */
    public static Optional<PostgresSettings> postgres(ServerConfig config) {
        ServerConfig.Stores stores = config.stores();
        return stores == null || stores.postgres() == null
                ? Optional.empty()
                : Optional.of(postgres(stores.postgres()));
    }

    private static PostgresSettings postgres(ServerConfig.Postgres postgres) {
        PostgresSettings settings =
                PostgresSettings.of(postgres.url(), postgres.user(), password(POSTGRES, postgres.passwordFile()));
        if (postgres.schema() != null) {
            settings = settings.withSchema(postgres.schema());
        }
        if (postgres.caFile() != null) {
            settings = settings.withAuthorities(Path.of(postgres.caFile()));
        }
        if (postgres.connections() != null) {
            settings = settings.withConnections(postgres.connections());
        }
        if (postgres.history() != null) {
            settings = settings.withHistory(history(postgres.history()));
        }
        ServerConfig.Owner owner = postgres.owner();
        return owner == null
                ? settings
                : settings.withMigrations(new PostgresSettings.Credentials(
                        owner.user(), password(POSTGRES + ".owner", owner.passwordFile())));
    }

    /** Returns the configured server whose databases, roles and grants are objects; empty for none. */
    public static Optional<PostgresResources.Settings> postgresResources(ServerConfig config) {
        ServerConfig.Stores stores = config.stores();
        ServerConfig.PostgresResources server = stores == null ? null : stores.postgresResources();
        if (server == null) {
            return Optional.empty();
        }
        String password = password(POSTGRES_RESOURCES, server.passwordFile());
        return Optional.of(new PostgresResources.Settings(
                server.url(),
                server.user(),
                password == null ? "" : password,
                server.caFile(),
                server.namespace(),
                server.allowedOrNone().stream().map(StoreSettings::allowed).toList(),
                roles(config)));
    }

    private static PostgresResources.Allowed allowed(ServerConfig.Allowed allowed) {
        return new PostgresResources.Allowed(
                names(allowed.namespaces()),
                names(allowed.roles()),
                names(allowed.databases()),
                names(allowed.schemas()));
    }

    private static Set<String> names(@Nullable List<String> names) {
        return names == null ? Set.of() : Set.copyOf(names);
    }

    /** Returns Chartroom's own roles in both PostgreSQL servers. */
    private static Set<String> roles(ServerConfig config) {
        ServerConfig.Stores stores = config.stores();
        Set<String> roles = new HashSet<>();
        if (stores != null && stores.postgresResources() != null) {
            roles.add(stores.postgresResources().user());
        }
        if (stores != null && stores.postgres() != null) {
            roles.add(stores.postgres().user());
            if (stores.postgres().owner() != null) {
                roles.add(stores.postgres().owner().user());
            }
        }
        return roles;
    }

    /** Returns Chartroom's own namespace; empty if it is not configured and Chartroom does not run in a pod. */
    public static Optional<String> ownNamespace(ServerConfig config) {
        return Optional.ofNullable(config.namespace())
                .or(() -> config.kubeconfig() == null ? KubernetesClients.podNamespace() : Optional.empty());
    }

    /** Returns the name of the ConfigMap that records the stores of moved kinds; empty if no kind can move. */
    public static Optional<NamespacedName> placements(ServerConfig config) {
        ServerConfig.Stores stores = config.stores();
        return stores == null || stores.placements() == null
                ? Optional.empty()
                : Optional.of(new NamespacedName(
                        stores.placements().namespace(), stores.placements().name()));
    }

    /** Returns the settings with resolved paths. If there is a problem, they may lack parts. */
    @SuppressWarnings("ConstantValue") // fields that the file omits are null
    static ServerConfig.@Nullable Stores checked(
            ServerConfig.@Nullable Stores stores, ConfigProblems problems, UnaryOperator<String> resolve) {
        if (stores == null) {
            return null;
        }
        ServerConfig.Postgres postgres = stores.postgres();
        ServerConfig.PostgresResources resources = stores.postgresResources();
        problems.check(() -> checkDefault(stores));
        BUILT_IN.stream()
                .filter(stores.providedOrNone()::containsKey)
                .forEach(name ->
                        problems.add("stores.provided." + name, "the name is reserved for a store of Chartroom"));
        ServerConfig.ConfigMapName placements = stores.placements();
        if (placements != null) {
            problems.requireName("stores.placements", placements);
        }
        if (placements != null && postgres == null) {
            problems.add("stores.placements", "requires stores.postgres, a second store");
        }
        return new ServerConfig.Stores(
                stores.usual(),
                postgres == null ? null : checked(postgres, problems, resolve),
                resources == null ? null : checked(resources, problems, resolve),
                placements,
                stores.provided());
    }

    private static void checkDefault(ServerConfig.Stores stores) {
        String usual = stores.usual();
        if (usual != null
                && !usual.equals(StoreNames.HELM_RELEASE)
                && !(usual.equals(ServerConfig.POSTGRES) && stores.postgres() != null)
                && !stores.providedOrNone().containsKey(usual)) {
            throw new ConfigException("stores.default: the store \"" + usual + "\" is not configured");
        }
    }

    @SuppressWarnings("ConstantValue") // likewise
    private static ServerConfig.Postgres checked(
            ServerConfig.Postgres postgres, ConfigProblems problems, UnaryOperator<String> resolve) {
        checkServer(POSTGRES, postgres.url(), postgres.user(), problems);
        ServerConfig.Owner owner = postgres.owner();
        if (owner != null) {
            problems.require(POSTGRES + ".owner.user", owner.user());
        }
        if (postgres.connections() != null) {
            problems.requireLeast(POSTGRES + ".connections", postgres.connections(), 1);
        }
        String history = postgres.history();
        if (history != null) {
            problems.check(() -> history(history));
        }
        return new ServerConfig.Postgres(
                postgres.url(),
                postgres.user(),
                problems.attempt(() -> resolved(postgres.passwordFile(), resolve), null),
                problems.attempt(() -> resolved(postgres.caFile(), resolve), null),
                postgres.schema(),
                owner == null
                        ? null
                        : new ServerConfig.Owner(
                                owner.user(), problems.attempt(() -> resolved(owner.passwordFile(), resolve), null)),
                postgres.connections(),
                history);
    }

    private static ServerConfig.PostgresResources checked(
            ServerConfig.PostgresResources server, ConfigProblems problems, UnaryOperator<String> resolve) {
        checkServer(POSTGRES_RESOURCES, server.url(), server.user(), problems);
        for (int i = 0; i < server.allowedOrNone().size(); i++) {
            checkAllowed(
                    POSTGRES_RESOURCES + ".allowed[" + i + "]",
                    server.allowedOrNone().get(i),
                    problems);
        }
        return new ServerConfig.PostgresResources(
                server.url(),
                server.user(),
                problems.attempt(() -> resolved(server.passwordFile(), resolve), null),
                problems.attempt(() -> resolved(server.caFile(), resolve), null),
                server.namespace(),
                server.allowed());
    }

    private static void checkAllowed(String field, ServerConfig.Allowed allowed, ConfigProblems problems) {
        if (names(allowed.namespaces()).isEmpty()) {
            problems.add(field + ".namespaces", "at least one is required, \"*\" for all");
        }
        checkReserved(field + ".roles", allowed.roles(), problems);
        checkReserved(field + ".schemas", allowed.schemas(), problems);
    }

    private static void checkReserved(String field, @Nullable List<String> names, ConfigProblems problems) {
        names(names).stream()
                .filter(name -> name.startsWith("pg_") || name.equals("none"))
                .forEach(name -> problems.add(field, "\"" + name + "\" is reserved by PostgreSQL"));
    }

    private static void checkServer(
            String field, @Nullable String url, @Nullable String user, ConfigProblems problems) {
        if (url == null || !url.startsWith("jdbc:postgresql:")) {
            problems.add(field + ".url", "required, such as jdbc:postgresql://db.example.com/chartroom");
        } else if (url.toLowerCase(Locale.ROOT).contains("password=")) {
            // The driver logs the URL.
            problems.add(field + ".url", "must not contain a password; use passwordFile");
        }
        problems.require(field + ".user", user);
    }

    private static Duration history(String text) {
        try {
            GoDuration duration = GoDuration.parse(text);
            if (duration.duration().compareTo(Duration.ofSeconds(1)) >= 0) {
                return duration.duration();
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException(POSTGRES + ".history: " + e.getMessage());
        }
        throw new ConfigException(POSTGRES + ".history: must be at least a second");
    }

    private static @Nullable String resolved(@Nullable String path, UnaryOperator<String> resolve) {
        return path == null ? null : resolve.apply(path);
    }

    private static @Nullable String password(String field, @Nullable String file) {
        try {
            return file == null ? null : Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new ConfigException(field + ".passwordFile: cannot be read: " + e.getMessage());
        }
    }
}
