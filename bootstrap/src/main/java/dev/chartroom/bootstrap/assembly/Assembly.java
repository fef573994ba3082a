package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.http.api.ApiServer;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.apiservice.AnnotatedApiServices;
import dev.chartroom.apimachinery.audit.AuditPolicy;
import dev.chartroom.bootstrap.audit.AuditLog;
import dev.chartroom.bootstrap.audit.PolicyFile;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.dev.DevConsole;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.bootstrap.tls.CurrentCertificate;
import dev.chartroom.bootstrap.tls.ServingCertificate;
import dev.chartroom.bootstrap.tls.ServingTls;
import dev.chartroom.bootstrap.tracing.Traces;
import dev.chartroom.core.admission.NamespacedAdmission;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.cost.CostLimitingApplicationStore;
import dev.chartroom.core.namespace.StoredNamespaces;
import dev.chartroom.core.placement.PlacedReplica;
import dev.chartroom.core.store.ConvertingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.write.ApplicationDeleter;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.ReleaseActions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.storage.ApplicationStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Builds the program: all its parts, in the order of their dependencies. */
public final class Assembly implements AutoCloseable {
    public static final String VERSION = "v0.1.0";

    /**
     * A request may take as long as upstream's default of {@code --request-timeout} allows. A body of three mebibytes
     * takes less than half a minute even on a slow line. A write of a response may also take half a minute, which is
     * longer than a client's garbage collection and many heartbeats. Idle connections stay open as long as those of
     * upstream. A kube-apiserver uses one connection, so that all of its requests reach the same replica. After five minutes
     * it changes to another connection, and the watches of the old one go on.
     */
    private static final ApiServer.Timeouts TIMEOUTS = new ApiServer.Timeouts(
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(90),
            Duration.ofMinutes(5));

    private final KindCatalogue catalogue;
    private final ApiServer server;
    private final OpenParts open;

    private Assembly(KindCatalogue catalogue, ApiServer server, OpenParts open) {
        this.catalogue = catalogue;
        this.server = server;
        this.open = open;
    }

    /** Starts the server behind a kube-apiserver's aggregator, with HelmReleases as its store. */
    public static Assembly serve(ServerConfig config) {
        return serve(config, () -> {});
    }

    /** @param onFirstRead called once, after the first read of all objects and before the server is ready */
    static Assembly serve(ServerConfig config, Runnable onFirstRead) {
        OpenParts open = new OpenParts();
        try {
            return serve(config, onFirstRead, open);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private static Assembly serve(ServerConfig config, Runnable onFirstRead, OpenParts open) {
        Traces traces = Traces.of(config.traces(), VERSION);
        open.add("traces", traces.exporter());
        ServerMetrics metrics = new ServerMetrics(VERSION, Clock.systemUTC(), traces.spans());
        Cluster cluster = Cluster.of(config.kubeconfig(), traces.client(), metrics.client());
        PendingChanges pending = PendingChanges.ofHeap();
        Audit audit = audit(config, cluster);
        open.add(audit.sink());
        Certificates certificates = open.add(Certificates.start(config, cluster));
        CurrentCertificate certificate = certificates.current();

        // The rules of the cluster.
        Authorizer authorizer = ClusterAuthentication.authorizer(cluster.reviews(), metrics);
        ClusterPolicies policies = open.add(ClusterPolicies.start(config, cluster, authorizer, metrics));

        // Kinds and their objects.
        Stores stores = open.add(Stores.open(config, cluster, authorizer, pending));
        KindCatalogue catalogue = Catalogues.of(config, cluster, stores.sources());
        CachedStores caches =
                open.add(CachedStores.start(stores, catalogue.registry().kinds(), pending, cluster.clock(), metrics));
        ReleaseUpkeep upkeep = ReleaseUpkeep.start(cluster, caches, stores.placements());
        ReleaseEvents events = open.add(ReleaseEvents.start(config, cluster, caches));
        Runnable updateKinds = oneAtATime(() -> {
            List<ApplicationKind> kinds = catalogue.registry().kinds();
            caches.use(kinds, catalogue.isStarting());
            upkeep.use(kinds);
            events.use(catalogue.registry());
        });
        Optional<PlacedReplica> replica = stores.placements().map(placed -> open.add(placed.follow(updateKinds)));
        // Closed before the replica, because its writes need the replica's term.
        open.add(upkeep);
        catalogue.onChange(_ -> updateKinds.run());
        catalogue.setObjectCounts(caches::count);

        // The first lists of objects run while this part waits for the cluster's configuration.
        ClusterAuthentication authentication = open.add(ClusterAuthentication.start(cluster, authorizer, config));

        // The server listens before it is ready.
        AnnotatedApiServices apiServices = open.add(AnnotatedApiServices.start(cluster.http(), cluster.stored()));
        certificates.follow(apiServices::trust);
        Publisher publisher = new Publisher(catalogue, cluster.codec(), VERSION, config.registeredVersions());
        List<HealthCheck> ready = new ArrayList<>();
        ready.add(HealthCheck.ping());
        ready.add(Catalogues.health(catalogue, upkeep::progress));
        ready.add(Catalogues.advice(catalogue));
        ready.add(authentication.health());
        ready.add(caches.health(() -> catalogue.problem().isEmpty(), onFirstRead));
        ready.add(KindPlacements.health(stores.placements(), replica));
        ready.add(upkeep.health(catalogue));
        ready.add(stores.catalogueHealth());
        ready.addAll(policies.health());
        ready.add(HealthCheck.of("serving-certificate", certificate::problem));
        metrics.addHealth(ready);
        if (config.measuresApplications()) {
            metrics.addApplications(
                    () -> catalogue.registry().kinds().stream()
                            .filter(kind -> caches.count(kind).isPresent())
                            .toList(),
                    caches.store(),
                    cluster.stored());
        }
        open.add(catalogue);
        ApiServer server = open.add(listen(new ApiServer.Parts(
                new ApiServer.Listener(config.listen().socketAddress(), certificate.context(), certificate::expires),
                ClusterConsole.of(config, cluster, certificate.context(), open),
                catalogue,
                publisher,
                objects(
                        new CostLimitingApplicationStore(
                                caches.store(), policies.costs(), catalogue::registry, cluster.stored()),
                        policies.admission(),
                        policies.quota(),
                        caches.withVersions(ReleaseSubresources.of(cluster, authorizer)),
                        ComputedObjects.of(catalogue::registry, cluster, authorizer, policies.quota()),
                        cluster.clock()),
                metrics.measured(authentication.access()),
                health(ready),
                cluster.codec(),
                cluster.clock(),
                new SecureRandom(),
                limits(config.limitsOrDefault()),
                Runtime.getRuntime().maxMemory(),
                TIMEOUTS,
                false,
                audit,
                upkeep::progress,
                events::count,
                traces.requests(),
                metrics.registry())));
        updateKinds.run();
        catalogue.start();
        publisher.onPublish(documents -> apiServices.announce(documents.digests()));
        return new Assembly(catalogue, server, open);
    }

    /** Starts dev mode without a simulation, so that only clients write the status of objects. */
    public static Assembly dev(DevMode dev, Path kinds, DevObjects objects) {
        return dev(dev, kinds, objects, false, Optional.empty());
    }

    /**
     * Starts the server without a cluster, for one user on this machine.
     *
     * @param objects the storage of all objects; closed with the server
     * @param simulate whether releases become ready although nothing is installed
     * @param console empty for none
     */
    public static Assembly dev(
            DevMode dev, Path kinds, DevObjects objects, boolean simulate, Optional<DevConsole> console) {
        OpenParts open = new OpenParts();
        try {
            return dev(dev, kinds, objects, simulate, console, open);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private static Assembly dev(
            DevMode dev,
            Path kinds,
            DevObjects objects,
            boolean simulate,
            Optional<DevConsole> console,
            OpenParts open) {
        open.add(objects);
        ServerMetrics metrics = new ServerMetrics(VERSION, Clock.systemUTC());
        JacksonCodec codec = new JacksonCodec();
        Clock clock = Clock.systemUTC();
        KindCatalogue catalogue = Catalogues.ofFolder(kinds, codec);
        ApplicationStore stored = objects.open(catalogue, PendingChanges.ofHeap(), clock);
        ApplicationStore store =
                open.add(DevStore.start(stored, catalogue, simulate, clock)).store();
        ServingCertificate certificate = ServingCertificate.of(dev.servingCertificate(), dev.servingKey());
        ApiServer.Access access = metrics.measured(ClusterAuthentication.ofToken(dev.token()));
        open.add(catalogue);
        ApiServer server = open.add(listen(new ApiServer.Parts(
                new ApiServer.Listener(dev.address(), ServingTls.of(certificate), certificate::expires),
                console.map(DevConsole::console),
                catalogue,
                new Publisher(catalogue, codec, VERSION),
                objects(
                        store,
                        new NamespacedAdmission(new StoredNamespaces(store)),
                        ObjectQuota.UNLIMITED,
                        ReleaseSubresources.none(),
                        ComputedObjects.withoutCluster(catalogue::registry, access.authorizer(), codec),
                        clock),
                access,
                health(List.of(
                        HealthCheck.ping(),
                        Catalogues.health(catalogue, _ -> Optional.empty()),
                        Catalogues.advice(catalogue))),
                codec,
                clock,
                new SecureRandom(),
                new InFlightLimits(ServerConfig.Limits.READS, ServerConfig.Limits.WRITES, ServerConfig.Limits.WATCHES),
                Runtime.getRuntime().maxMemory(),
                TIMEOUTS,
                true,
                Audit.OFF,
                _ -> Optional.empty(),
                _ -> 0,
                RequestTraces.OFF,
                metrics.registry())));
        catalogue.start();
        console.ifPresent(each -> each.listensOn(server.consolePort()));
        return new Assembly(catalogue, server, open);
    }

    private static ApiServer.Objects objects(
            ApplicationStore stored,
            Admission admission,
            ObjectQuota quota,
            ReleaseSubresources releases,
            ComputedObjects computed,
            Clock clock) {
        ApplicationStore converting = new ConvertingApplicationStore(stored);
        ApplicationStore store = computed.besides(
                converting, new ApplicationWriter(converting, admission, quota, new SecureRandom(), clock));
        ApplicationWriter writer = new ApplicationWriter(store, admission, quota, new SecureRandom(), clock);
        return new ApiServer.Objects(
                store,
                writer,
                new ApplicationDeleter(store, admission),
                new ReleaseActions(store, writer, releases.suspensions(), releases.workloads(), admission, clock),
                releases.rollback(writer),
                releases.views(),
                releases.logs());
    }

    private static List<HealthEndpoint> health(List<HealthCheck> ready) {
        List<HealthCheck> always = List.of(HealthCheck.ping());
        return List.of(
                new HealthEndpoint("healthz", always),
                new HealthEndpoint("livez", always),
                new HealthEndpoint("readyz", ready));
    }

    private static ApiServer listen(ApiServer.Parts parts) {
        try {
            return ApiServer.start(parts);
        } catch (UncheckedIOException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private static InFlightLimits limits(ServerConfig.Limits limits) {
        return new InFlightLimits(limits.reads(), limits.writes(), limits.openWatches());
    }

    private static Audit audit(ServerConfig config, Cluster cluster) {
        ServerConfig.Audit settings = config.audit();
        if (settings == null) {
            return Audit.OFF;
        }
        try {
            AuditPolicy policy = PolicyFile.read(Path.of(settings.policyFile()), cluster.codec());
            return new Audit(
                    policy,
                    AuditLog.open(
                            settings.logFile(),
                            settings.maxBytes(),
                            settings.backups(),
                            cluster.codec(),
                            cluster.clock()));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("audit.policyFile: " + e.getMessage());
        } catch (IOException e) {
            throw new ConfigException("audit.logFile: cannot be written: " + e.getMessage());
        }
    }

    /**
     * Serializes the runs of a task. Each run reads the current state after it begins, so an older state never replaces
     * a newer one.
     */
    private static Runnable oneAtATime(Runnable task) {
        ReentrantLock lock = new ReentrantLock();
        return () -> {
            lock.lock();
            try {
                task.run();
            } finally {
                lock.unlock();
            }
        };
    }

    /** Returns the kinds that are served. */
    public KindCatalogue catalogue() {
        return catalogue;
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.port();
    }

    /** Returns the port of the console; -1 without a console. */
    public int consolePort() {
        return server.consolePort();
    }

    @Override
    public void close() {
        open.close();
    }
}
