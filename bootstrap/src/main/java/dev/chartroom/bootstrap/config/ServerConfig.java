package dev.chartroom.bootstrap.config;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration file of {@code chartroom serve}.
 *
 * @param listen where to listen
 * @param tls the serving certificate
 * @param kubeconfig the kubeconfig of the cluster, absent to use the pod's service account
 * @param kinds where the kind definitions are
 * @param releases how Flux works on releases, where a definition does not say
 * @param anonymous false to refuse requests without credentials; otherwise they are authorized as {@code
 *     system:anonymous}, as the probes of the kubelet are (wire contract C7)
 * @param apiAudiences whom bearer tokens must be meant for, at least one of them, as the kube-apiserver's {@code
 *     --api-audiences} says of its own; absent for the kube-apiserver itself
 * @param limits on what is done at a time
 * @param audit what is recorded of requests, and where; absent for nothing
 */
public record ServerConfig(
        Listen listen,
        TlsFiles tls,
        @Nullable String kubeconfig,
        Kinds kinds,
        @Nullable Releases releases,
        @Nullable Boolean anonymous,
        @Nullable List<String> apiAudiences,
        @Nullable Limits limits,
        @Nullable Audit audit) {

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
        return limits == null ? new Limits(null, null) : limits;
    }

    /** Requests for objects that are answered at a time, each at least 2. */
    public record Limits(
            @Nullable Integer readsInFlight, @Nullable Integer writesInFlight) {
        /** Upstream's {@code --max-requests-inflight}. */
        public static final int READS = 400;
        /** Upstream's {@code --max-mutating-requests-inflight}. */
        public static final int WRITES = 200;

        public int reads() {
            return readsInFlight == null ? READS : readsInFlight;
        }

        public int writes() {
            return writesInFlight == null ? WRITES : writesInFlight;
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
