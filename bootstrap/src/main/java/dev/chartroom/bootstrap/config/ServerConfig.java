package dev.chartroom.bootstrap.config;

import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.StoreNames;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of {@code chartroom serve}.
 *
 * @param listen where to listen
 * @param tls the serving certificate
 * @param kubeconfig the kubeconfig of the cluster, absent to use the pod's service account
 * @param namespace Chartroom's own, in which it writes what it verifies long lists by; absent for that of the pod's service
 *     account, and for none outside of a cluster
 * @param kinds where the kind definitions are
 * @param releases how Flux works on releases, where a definition does not say
 * @param anonymous false to refuse requests without credentials; otherwise they are authorized as {@code
 *     system:anonymous}, as the probes of the kubelet are (wire contract C7)
 * @param apiAudiences whom bearer tokens must be meant for, at least one of them, as the kube-apiserver's {@code
 *     --api-audiences} says of its own; absent for the kube-apiserver itself
 * @param limits on what is done at a time
 * @param audit what is recorded of requests, and where; absent for nothing
 * @param stores where objects are kept that are not HelmReleases; absent for nowhere
 */
public record ServerConfig(
        Listen listen,
        TlsFiles tls,
        @Nullable String kubeconfig,
        @Nullable String namespace,
        Kinds kinds,
        @Nullable Releases releases,
        @Nullable Boolean anonymous,
        @Nullable List<String> apiAudiences,
        @Nullable Limits limits,
        @Nullable Audit audit,
        @Nullable Stores stores) {

    /** Whether requests without credentials are looked at: they are unless the file says otherwise. */
    public boolean allowsAnonymous() {
        return anonymous == null || anonymous;
    }

    /** Whom tokens must be meant for; empty for the kube-apiserver. */
    public List<String> audiences() {
        return apiAudiences == null ? List.of() : apiAudiences;
    }

    /** What the file says, and upstream's defaults for what it does not say. */
    public Limits limitsOrDefault() {
        return limits == null ? new Limits(null, null, null, null) : limits;
    }

    /**
     * Requests for objects that are answered at a time, each at least 2.
     *
     * @param kinds how many kinds are served, at least 1
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

        /** One user gets half at most. A watch takes some 16 KiB of heap over HTTP/2, and 104 KiB over HTTP/1.1. */
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
     * @param logFile {@code -} for standard output
     * @param maxSizeMiB how large a file may get before it is put aside
     * @param maxBackups how many of those are kept, 0 for all
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

    /** The name of the store that Postgres is. */
    public static final String POSTGRES = "postgres";

    /** The name of the store that has the databases, roles and grants of a server. */
    public static final String POSTGRES_RESOURCES = "postgres-resources";

    /**
     * Stores besides HelmReleases.
     *
     * @param usual the store of kinds whose definition names none; absent for helmrelease
     * @param postgres absent where there is none
     * @param postgresResources the PostgreSQL server whose databases, roles and grants are objects; absent for none
     * @param placements the ConfigMap that says which kinds are elsewhere than their definition says, and in whose namespace
     *     replicas have their Leases; absent where none ever move
     */
    public record Stores(
            @FieldName("default") @Nullable String usual,
            @Nullable Postgres postgres,
            @Nullable PostgresResources postgresResources,
            @Nullable ConfigMapName placements) {}

    /**
     * A PostgreSQL server whose databases, roles and grants are objects.
     *
     * @param url of JDBC, with a database in which labels and the like are kept; grants on schemas and tables are those of
     *     that one
     * @param user who may create databases and roles
     * @param passwordFile holds the user's password; absent where the server asks for none
     * @param caFile the authorities, in PEM, that the server's certificate has to be of; absent for those of the system
     * @param namespace where objects are shown that were not made through Chartroom; absent for nowhere
     * @param allowed what specs may name besides what was made for objects of their namespace; absent for nothing
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
     * What an administrator made in a server and specs of some namespaces may name.
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
     * @param url of JDBC, such as {@code jdbc:postgresql://db.example.com/chartroom}
     * @param user who reads and writes
     * @param passwordFile holds the user's password; absent where the server asks for none
     * @param caFile the authorities, in PEM, that the server's certificate has to be of; absent for those of the system
     * @param schema where the tables are; absent for {@code chartroom}
     * @param owner who may change tables; absent for the user
     * @param connections how many requests have at most, absent for 10; watches have two more, and one listens
     * @param history how long old states are remembered, as Go writes durations; absent for five minutes
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

    /** Who may change tables. */
    public record Owner(String user, @Nullable String passwordFile) {}

    /** Which stores there are. */
    public StoreNames storeNames() {
        Set<String> names = new HashSet<>(Set.of(StoreNames.HELM_RELEASE));
        if (stores != null && stores.postgres() != null) {
            names.add(POSTGRES);
        }
        if (stores != null && stores.postgresResources() != null) {
            names.add(POSTGRES_RESOURCES);
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

    /** PEM files. */
    public record TlsFiles(String certificateFile, String keyFile) {}

    /**
     * The sources of kind definitions, at least one.
     *
     * @param folders of definition files, each read in the order of the files' names
     * @param configMap whose keys are definition files
     * @param customResources whether custom resources of the cluster are definitions; absent for not
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

    /** Where a ConfigMap is. */
    public record ConfigMapName(String namespace, String name) {}

    /** Durations as Go writes them; what is absent is Cozystack's default. */
    public record Releases(
            @Nullable String interval,
            @Nullable String retryInterval,
            @Nullable String installTimeout,
            @Nullable String upgradeTimeout,
            @Nullable Long maxHistory) {}
}
