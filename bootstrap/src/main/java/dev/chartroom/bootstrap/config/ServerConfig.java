package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.CozystackKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.StoreNames;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of {@code chartroom serve}.
 *
 * @param listen the address and port to listen on
 * @param tls the serving certificate
 * @param kubeconfig the kubeconfig of the cluster; absent to use the pod's service account
 * @param namespace Chartroom's own namespace, for the fences that verify long lists; if absent, the namespace of the
 *     pod's service account. Outside a cluster, there are no fences without this setting.
 * @param kinds the sources of kind definitions
 * @param releases the settings of releases whose definition does not specify these settings
 * @param anonymous false to reject requests without credentials; otherwise they are authorized as {@code
 *     system:anonymous}, like the probes of the kubelet (wire contract C7)
 * @param quotas false to enforce no object count quotas, and to read none; if absent, true
 * @param computedKinds whether the kinds of {@code computed.chartroom.dev} are served, whose objects are not stored; if
 *     absent, false
 * @param cozystackKinds whether the kinds of {@code core.cozystack.io} are served, for reading; if absent, false
 * @param apiAudiences the accepted audiences, like the kube-apiserver's {@code --api-audiences}; if absent, the
 *     audiences of the kube-apiserver. A bearer token must have at least one accepted audience.
 * @param apiServices the names of the APIServices that refer to this server, whose group versions it serves even without
 *     kinds; absent if there are none
 * @param limits the limits on concurrent requests and on kinds
 * @param audit the audit log; absent if there is none
 * @param stores the stores besides HelmReleases; absent if there are none
 * @param metrics the optional metrics; absent if there are none
 * @param log the format and content of the log; absent for the defaults
 * @param traces the traces of requests; absent if there are none
 * @param console the console for browsers; absent if it is not served
 */
public record ServerConfig(
        Listen listen,
        Tls tls,
        @Nullable String kubeconfig,
        @Nullable String namespace,
        Kinds kinds,
        @Nullable Releases releases,
        @Nullable Boolean anonymous,
        @Nullable Boolean quotas,
        @Nullable Boolean computedKinds,
        @Nullable Boolean cozystackKinds,
        @Nullable List<String> apiAudiences,
        @Nullable List<String> apiServices,
        @Nullable Limits limits,
        @Nullable Audit audit,
        @Nullable Stores stores,
        @Nullable Metrics metrics,
        @Nullable Log log,
        @Nullable Traces traces,
        @Nullable Console console) {

    /** Returns whether requests without credentials are accepted for authorization, which is the default. */
    public boolean allowsAnonymous() {
        return anonymous == null || anonymous;
    }

    /** Returns whether object count quotas are enforced, which is the default. */
    public boolean enforcesQuotas() {
        return quotas == null || quotas;
    }

    /** Returns whether kinds whose objects are not stored are served, which is not the default. */
    private boolean servesComputedKinds() {
        return computedKinds != null && computedKinds;
    }

    /** Returns the kinds whose objects are not stored. None is served by default. */
    public List<ApplicationKind> servedComputedKinds() {
        return Stream.of(
                        servesComputedKinds() ? ComputedKinds.ALL : List.<ApplicationKind>of(),
                        cozystackKinds != null && cozystackKinds ? CozystackKinds.ALL : List.<ApplicationKind>of())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the accepted audiences of tokens; empty for those of the kube-apiserver. */
    public List<String> audiences() {
        return apiAudiences == null ? List.of() : apiAudiences;
    }

    /** Returns the group versions of the APIServices. */
    public Set<GroupVersion> registeredVersions() {
        return (apiServices == null ? List.<String>of() : apiServices)
                .stream()
                        .map(name -> name.split("\\.", 2))
                        .map(parts -> new GroupVersion(parts[1], parts[0]))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the Events of releases are mirrored to their objects, which is the default. */
    public boolean mirrorsEvents() {
        return releases == null || releases.events() == null || releases.events();
    }

    /** Returns whether each Application has metrics, which is not the default. */
    public boolean measuresApplications() {
        return metrics != null && metrics.applications() != null && metrics.applications();
    }

    /** Returns the settings of the log. */
    public Log logOrDefault() {
        return log == null ? new Log(null, null) : log;
    }

    /** Returns the limits of the file, with defaults for absent ones. */
    public Limits limitsOrDefault() {
        return limits == null ? new Limits(null, null, null, null) : limits;
    }

    /**
     * The largest numbers of concurrent requests for objects, each at least 2.
     *
     * @param kinds the largest number of served kinds, at least 1
     */
    public record Limits(
            @Nullable Integer readsInFlight,
            @Nullable Integer writesInFlight,
            @Nullable Integer watches,
            @Nullable Integer kinds) {
        /** Upstream's {@code --max-requests-inflight}. */
        public static final int READS = 400;
        /** Upstream's {@code --max-mutating-requests-inflight}. */
        public static final int WRITES = 200;

        /**
         * A single user gets at most half of this number. A watch takes some 16 KiB of heap over HTTP/2, and 104 KiB
         * over HTTP/1.1.
         */
        public static final int WATCHES = 10_000;

        public int reads() {
            return readsInFlight == null ? READS : readsInFlight;
        }

        public int writes() {
            return writesInFlight == null ? WRITES : writesInFlight;
        }

        public int openWatches() {
            return watches == null ? WATCHES : watches;
        }

        public int servedKinds() {
            return kinds == null ? KindRegistry.MAX_KINDS : kinds;
        }
    }

    /**
     * The audit log.
     *
     * @param policyFile a Policy of audit.k8s.io/v1
     * @param logFile the path of the log, {@code -} for standard output
     * @param maxSizeMiB the file size that triggers a rotation
     * @param maxBackups the number of rotated files to keep, 0 for all
     */
    public record Audit(
            String policyFile,
            String logFile,
            @Nullable Integer maxSizeMiB,
            @Nullable Integer maxBackups) {
        public static final int MAX_SIZE_MIB = 100;
        public static final int MAX_BACKUPS = 10;

        public long maxBytes() {
            return (maxSizeMiB == null ? MAX_SIZE_MIB : maxSizeMiB) * 1024L * 1024;
        }

        public int backups() {
            return maxBackups == null ? MAX_BACKUPS : maxBackups;
        }
    }

    /** The name of the store in a PostgreSQL database. */
    public static final String POSTGRES = StoreNames.POSTGRES;

    /** The name of the store whose objects are the databases, roles and grants of a PostgreSQL server. */
    public static final String POSTGRES_RESOURCES = "postgres-resources";

    /**
     * The stores besides HelmReleases.
     *
     * @param usual the store of kinds whose definition names no store; if absent, {@code helmrelease}
     * @param postgres the PostgreSQL database that stores objects; absent if there is none
     * @param postgresResources the PostgreSQL server whose databases, roles and grants are objects; absent if there is
     *     none
     * @param placements the ConfigMap that records which kinds are in another store than their definition says. The
     *     Leases of the replicas are in the same namespace. Absent if kinds never move.
     * @param provided the settings of stores that are not part of Chartroom, by the names of their providers; absent if
     *     there are none
     */
    public record Stores(
            @FieldName("default") @Nullable String usual,
            @Nullable Postgres postgres,
            @Nullable PostgresResources postgresResources,
            @Nullable ConfigMapName placements,
            @Nullable Map<String, JsonObject> provided) {

        public Map<String, JsonObject> providedOrNone() {
            return provided == null ? Map.of() : provided;
        }
    }

    /**
     * A PostgreSQL server whose databases, roles and grants are objects.
     *
     * @param url the JDBC URL. The database in the URL stores labels and similar data. Grants on schemas and tables are
     *     grants in this database.
     * @param user the user, which must have the right to create databases and roles
     * @param passwordFile contains the user's password; absent if the server requires none
     * @param caFile the PEM file with the authorities for the server's certificate; if absent, the system's authorities
     * @param namespace the namespace that shows objects which were not made through Chartroom; absent to hide them
     * @param allowed further objects that specs may name; absent if there are none. A spec may always name the objects
     *     that Chartroom made for its namespace.
     */
    public record PostgresResources(
            String url,
            String user,
            @Nullable String passwordFile,
            @Nullable String caFile,
            @Nullable String namespace,
            @Nullable List<Allowed> allowed) {

        public List<Allowed> allowedOrNone() {
            return allowed == null ? List.of() : allowed;
        }
    }

    /**
     * Objects that an administrator made in a server, and that specs of some namespaces may name.
     *
     * @param namespaces at least one, or {@code *} for all
     */
    public record Allowed(
            @Nullable List<String> namespaces,
            @Nullable List<String> roles,
            @Nullable List<String> databases,
            @Nullable List<String> schemas) {}

    /**
     * A PostgreSQL database.
     *
     * @param url the JDBC URL, such as {@code jdbc:postgresql://db.example.com/chartroom}
     * @param user the user that reads and writes objects
     * @param passwordFile contains the user's password; absent if the server requires none
     * @param caFile the PEM file with the authorities for the server's certificate; if absent, the system's authorities
     * @param schema the database schema of the tables; if absent, {@code chartroom}
     * @param owner the role that may change tables; absent if the user is this role
     * @param connections the largest number of connections for requests; if absent, 10. There are two more connections
     *     for watches, and one that listens for notifications.
     * @param history how long old states are kept, in Go's duration format; if absent, five minutes
     */
    public record Postgres(
            String url,
            String user,
            @Nullable String passwordFile,
            @Nullable String caFile,
            @Nullable String schema,
            @Nullable Owner owner,
            @Nullable Integer connections,
            @Nullable String history) {}

    /** The role that may change tables. */
    public record Owner(String user, @Nullable String passwordFile) {}

    /** Returns the names of the configured stores. */
    public StoreNames storeNames() {
        Set<String> names = new HashSet<>(Set.of(StoreNames.HELM_RELEASE));
        if (stores != null && stores.postgres() != null) {
            names.add(POSTGRES);
        }
        if (stores != null && stores.postgresResources() != null) {
            names.add(POSTGRES_RESOURCES);
        }
        if (stores != null) {
            names.addAll(stores.providedOrNone().keySet());
        }
        return new StoreNames(
                stores == null || stores.usual() == null ? StoreNames.HELM_RELEASE : stores.usual(), names);
    }

    /** An IP address or host name, and a port (0 for any free one). */
    public record Listen(String address, @Nullable Integer port) {

        public InetSocketAddress socketAddress() {
            return new InetSocketAddress(address, port == null ? 0 : port);
        }
    }

    /**
     * The serving certificate: either from PEM files, or issued by Chartroom.
     *
     * @param certificateFile the certificate and its chain; absent if Chartroom issues the certificate
     * @param keyFile the key; absent if Chartroom issues the certificate
     * @param selfManaged where Chartroom stores the certificate that it issues; absent if there are files
     */
    public record Tls(
            @Nullable String certificateFile,
            @Nullable String keyFile,
            @Nullable SelfManaged selfManaged) {}

    /**
     * A certificate that Chartroom issues, for a Service in its own namespace.
     *
     * @param secret the Secret in the same namespace; if absent, {@code chartroom-certificates}
     * @param service the Service; if absent, {@code chartroom}
     */
    public record SelfManaged(
            @Nullable String secret, @Nullable String service) {
        public static final String SECRET = "chartroom-certificates";
        public static final String SERVICE = "chartroom";

        public String secretName() {
            return secret == null ? SECRET : secret;
        }

        public String serviceName() {
            return service == null ? SERVICE : service;
        }
    }

    /**
     * The sources of kind definitions, at least one.
     *
     * @param folders folders of definition files, each read in the order of the files' names
     * @param configMap its keys are definition files
     * @param customResources whether custom resources of the cluster are definitions; if absent, false
     */
    public record Kinds(
            @Nullable List<String> folders,
            @Nullable ConfigMapName configMap,
            @Nullable Boolean customResources) {

        public List<String> foldersOrNone() {
            return folders == null ? List.of() : folders;
        }

        public boolean areCustomResources() {
            return customResources != null && customResources;
        }
    }

    /** The namespace and name of a ConfigMap. */
    public record ConfigMapName(String namespace, String name) {}

    /**
     * Settings of releases. Durations are in Go's format. Absent settings have Cozystack's defaults.
     *
     * @param events false to mirror no Events of releases to their objects; if absent, true
     */
    public record Releases(
            @Nullable String interval,
            @Nullable String retryInterval,
            @Nullable String installTimeout,
            @Nullable String upgradeTimeout,
            @Nullable Long maxHistory,
            @Nullable Boolean events) {}

    /**
     * Optional metrics.
     *
     * @param applications whether each Application has metrics; if absent, false
     */
    public record Metrics(@Nullable Boolean applications) {}

    /**
     * The traces of requests by OpenTelemetry, as a kube-apiserver's TracingConfiguration (KEP-647).
     *
     * @param endpoint the URL of a collector for OTLP over HTTP, such as {@code http://collector:4318/v1/traces}
     * @param samplingRatePerMillion how many of a million requests are traced if no trace comes from the kube-apiserver;
     *     if absent, none
     * @param caFile the PEM file with the authorities for the collector's certificate; if absent, the system's
     *     authorities
     */
    public record Traces(
            String endpoint,
            @Nullable Integer samplingRatePerMillion,
            @Nullable String caFile) {
        public static final int MILLION = 1_000_000;

        public int perMillion() {
            return samplingRatePerMillion == null ? 0 : samplingRatePerMillion;
        }
    }

    /**
     * The console for browsers. It has the serving certificate of the API.
     *
     * @param listen the address and port to listen on, which differ from those of the API
     * @param oidc where users log in; if absent, they paste a token
     * @param branding the folder with {@code branding.json} and its logo; absent for the default brand
     */
    public record Console(
            Listen listen, @Nullable Oidc oidc, @Nullable String branding) {}

    /**
     * The client that the console is at an OpenID Connect issuer. The kube-apiserver must accept its ID tokens.
     *
     * @param issuer the URL of the issuer
     * @param clientId the id of a public client with PKCE
     */
    public record Oidc(String issuer, String clientId) {}

    /**
     * The log.
     *
     * @param format {@code text} or {@code json}; if absent, {@code text}
     * @param access whether every request is logged; if absent, false
     */
    public record Log(@Nullable String format, @Nullable Boolean access) {
        public static final String TEXT = "text";
        public static final String JSON = "json";

        public boolean isJson() {
            return JSON.equals(format);
        }

        public boolean hasAccess() {
            return access != null && access;
        }
    }
}
