package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.auth.authn.AuthenticatorChain;
import dev.chartroom.adapters.auth.authn.ClientCertificateAuthenticator;
import dev.chartroom.adapters.auth.authn.ConfigMapTrust;
import dev.chartroom.adapters.auth.authn.ImpersonatingAuthenticator;
import dev.chartroom.adapters.auth.authn.RequestHeaderAuthenticator;
import dev.chartroom.adapters.auth.authn.StaticTokenAuthenticator;
import dev.chartroom.adapters.auth.authn.TokenReviewAuthenticator;
import dev.chartroom.adapters.auth.authz.AllowAuthenticatedAuthorizer;
import dev.chartroom.adapters.auth.authz.AlwaysAllowedPaths;
import dev.chartroom.adapters.auth.authz.AuthorizerChain;
import dev.chartroom.adapters.auth.authz.BoundedAuthorizer;
import dev.chartroom.adapters.auth.authz.CachingAuthorizer;
import dev.chartroom.adapters.auth.authz.MastersAuthorizer;
import dev.chartroom.adapters.auth.authz.SubjectAccessReviewAuthorizer;
import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.adapters.http.api.ApiServer;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.kubernetes.admission.ClusterAdmission;
import dev.chartroom.adapters.kubernetes.admission.KubernetesObjectQuota;
import dev.chartroom.adapters.kubernetes.admission.OkHttpWebhookClient;
import dev.chartroom.adapters.kubernetes.admission.ResourceQuotas;
import dev.chartroom.adapters.kubernetes.apiservice.AnnotatedApiServices;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSchemas;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSources;
import dev.chartroom.adapters.kubernetes.kinds.ConfigMapKindSource;
import dev.chartroom.adapters.kubernetes.kinds.CustomResourceKindSource;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.apimachinery.audit.AuditPolicy;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.audit.AuditLog;
import dev.chartroom.bootstrap.audit.PolicyFile;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.bootstrap.kinds.FolderKindSource;
import dev.chartroom.bootstrap.kinds.ReadKindSource;
import dev.chartroom.bootstrap.tls.ServingCertificate;
import dev.chartroom.bootstrap.tls.ServingCertificateFiles;
import dev.chartroom.bootstrap.tls.ServingTls;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.charts.archive.ChartSchemaArchives;
import dev.chartroom.core.admission.ConfiguredAdmission;
import dev.chartroom.core.admission.NamespacedAdmission;
import dev.chartroom.core.catalogue.ChartFollowingKindSource;
import dev.chartroom.core.catalogue.ChartSeekingKindSource;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.namespace.NamespaceFollower;
import dev.chartroom.core.namespace.NamespacedApplicationStore;
import dev.chartroom.core.namespace.StoredNamespaces;
import dev.chartroom.core.release.ReleaseProjections;
import dev.chartroom.core.release.ReleaseRollouts;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.core.store.ConvertingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.write.ApplicationDeleter;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.storage.ApplicationStore;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the program: all its parts, in the order of their dependencies. */
public final class Assembly implements AutoCloseable {
    public static final String VERSION = "v0.1.0";

    /**
     * A request may take as long as upstream's default of {@code --request-timeout} allows. A body of three mebibytes
     * takes less than half a minute even on a slow line. A write of a response may also take half a minute, which is
     * longer than a client's garbage collection and many heartbeats. Idle connections stay open as long as those of
     * upstream.
     */
    private static final ApiServer.Timeouts TIMEOUTS = new ApiServer.Timeouts(
            Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(90));

    private final KindCatalogue catalogue;
    private final ApiServer server;
    private final Runnable onClose;

    private Assembly(KindCatalogue catalogue, ApiServer server, Runnable onClose) {
        this.catalogue = catalogue;
        this.server = server;
        this.onClose = onClose;
    }

    /** Starts the server behind a kube-apiserver's aggregator, with HelmReleases as its store. */
    public static Assembly serve(ServerConfig config) {
        return serve(config, () -> {});
    }

    /** @param onFirstRead called when everything has been read once, before the server is ready */
    static Assembly serve(ServerConfig config, Runnable onFirstRead) {
        JacksonCodec codec = new JacksonCodec();
        Clock clock = Clock.systemUTC();
        ApiClient cluster = cluster(config.kubeconfig());
        KubernetesHttp http = new KubernetesHttp(cluster);
        ReviewClient reviews = new ReviewClient(cluster);
        Authorizer authorizer = authorizer(reviews);
        PendingChanges pending = PendingChanges.ofHeap();
        Stores stores = Stores.open(config, new KubernetesHttp(cluster), authorizer, pending, clock);
        KindCatalogue catalogue = catalogue(
                Stream.concat(sources(config.kinds(), http, codec, clock).stream(), stores.sources().stream())
                        .toList(),
                config,
                codec);
        stores.startCaches(catalogue.registry().kinds());
        ReleaseRollouts rollouts = new ReleaseRollouts(
                stores.placed(new HelmReleaseDirectory(http, JacksonCodec.ofStored())), stores::storeOf, clock);
        ReleaseProjections projections = new ReleaseProjections(stores.projected(http), stores::storeOf, clock);
        Runnable updateKinds = Stores.oneAtATime(() -> {
            List<ApplicationKind> kinds = catalogue.registry().kinds();
            stores.use(kinds, catalogue.isStarting());
            rollouts.use(kinds);
            projections.use(kinds);
        });

        Audit audit = audit(config, codec, clock);
        ServingCertificateFiles certificate = certificate(config, clock);
        ResourceQuotas quotas = ResourceQuotas.start(http, codec);
        ObjectQuota quota = new KubernetesObjectQuota(http, quotas, codec);
        ClusterAdmission configured =
                ClusterAdmission.start(http, JacksonCodec.ofStored(), new CelAdmissionExpressions(), clock);

        ConfigMapTrust trust = ConfigMapTrust.start(http, JacksonCodec.ofStored());
        Admission admission = new ConfiguredAdmission(
                configured.hooks(),
                configured.namespaces(),
                configured.params(),
                new OkHttpWebhookClient(codec),
                authorizer,
                codec);
        RequestHeaderAuthenticator frontProxy = new RequestHeaderAuthenticator(trust, clock);
        Authenticator authenticator = new ImpersonatingAuthenticator(
                new AuthenticatorChain(
                        List.of(
                                frontProxy,
                                new ClientCertificateAuthenticator(trust, clock),
                                new TokenReviewAuthenticator(reviews, config.audiences())),
                        config.allowsAnonymous()),
                authorizer);

        AnnotatedApiServices apiServices = AnnotatedApiServices.start(http, JacksonCodec.ofStored());
        HealthCheck trustLoaded = HealthCheck.of(
                "authentication-configuration",
                () -> trust.isLoaded()
                        ? Optional.empty()
                        : Optional.of("the cluster's authentication configuration has not been read yet"));
        HealthCheck cacheFresh = new HealthCheck(
                "watch-cache",
                new FirstRead(stores::problem, () -> catalogue.problem().isEmpty(), onFirstRead)::problem,
                stores::summary);
        HealthCheck placed = new HealthCheck("store-placements", stores::placementProblem, stores::placementSummary);
        HealthCheck projected =
                new HealthCheck("release-projections", Optional::empty, () -> projections(catalogue, projections));
        // A PostgreSQL server that is too old affects only the kinds of its own store.
        HealthCheck catalogueServed =
                new HealthCheck(ServerConfig.POSTGRES_RESOURCES, Optional::empty, stores::unserved);
        HealthCheck quotasLoaded = HealthCheck.of(
                "resource-quotas",
                () -> quotas.isLoaded() ? Optional.empty() : Optional.of("the quotas have not been read yet"));
        HealthCheck admissionLoaded = HealthCheck.of("admission-configuration", configured::problem);
        HealthCheck certificateValid = HealthCheck.of("serving-certificate", certificate::problem);
        Runnable close = () -> {
            catalogue.close();
            apiServices.close();
            rollouts.close();
            projections.close();
            stores.close();
            quotas.close();
            configured.close();
            trust.close();
            certificate.close();
            audit.sink().close();
        };
        try {
            Publisher publisher = new Publisher(catalogue, codec, VERSION);
            ApiServer server = start(
                    new ApiServer.Listener(
                            config.listen().socketAddress(), certificate.context(), certificate::expires),
                    catalogue,
                    publisher,
                    objects(stores.store(), admission, quota, clock),
                    new ApiServer.Access(authenticator, authorizer, frontProxy::isFrontProxy),
                    List.of(
                            trustLoaded,
                            cacheFresh,
                            placed,
                            projected,
                            catalogueServed,
                            quotasLoaded,
                            admissionLoaded,
                            certificateValid),
                    codec,
                    clock,
                    limits(config),
                    false,
                    audit,
                    rollouts::progress);
            stores.follow(updateKinds);
            catalogue.onChange(_ -> updateKinds.run());
            catalogue.setObjectCounts(stores::count);
            updateKinds.run();
            catalogue.start();
            publisher.onPublish(documents -> apiServices.announce(documents.digests()));
            return new Assembly(catalogue, server, close);
        } catch (RuntimeException e) {
            close.run();
            throw e;
        }
    }

    /**
     * Starts the server without a cluster, for one user on this machine.
     *
     * @param objects the storage of all objects; closed with the server
     */
    public static Assembly dev(DevMode dev, Path kinds, DevObjects objects) {
        JacksonCodec codec = new JacksonCodec();
        Clock clock = Clock.systemUTC();
        KindCatalogue catalogue = new KindCatalogue(
                List.of(new FolderKindSource(kinds, codec)),
                reader(ReleaseTemplate.Settings.DEFAULT, StoreNames.UNKNOWN, codec),
                List.of(NamespaceKind.KIND));
        PendingChanges pending = PendingChanges.ofHeap();
        ApplicationStore stored = objects.open(catalogue, pending, clock);
        NamespaceFollower namespaces =
                new NamespaceFollower(stored, () -> catalogue.registry().kinds(), clock);
        ApplicationStore store = new NamespacedApplicationStore(stored, namespaces::changed);
        namespaces.start();
        catalogue.onChange(_ -> namespaces.kindsChanged());
        UserInfo admin = UserInfo.of("admin", List.of(UserInfo.MASTERS_GROUP));
        ServingCertificate certificate = ServingCertificate.of(dev.servingCertificate(), dev.servingKey());
        Authorizer authorizer =
                new AuthorizerChain(List.of(new AlwaysAllowedPaths(), new AllowAuthenticatedAuthorizer()));
        Authenticator authenticator = new ImpersonatingAuthenticator(
                new AuthenticatorChain(List.of(new StaticTokenAuthenticator(dev.token(), admin)), true), authorizer);
        ApiServer server = start(
                new ApiServer.Listener(dev.address(), ServingTls.of(certificate), certificate::expires),
                catalogue,
                new Publisher(catalogue, codec, VERSION),
                objects(store, new NamespacedAdmission(new StoredNamespaces(store)), ObjectQuota.UNLIMITED, clock),
                new ApiServer.Access(authenticator, authorizer, _ -> false),
                List.of(),
                codec,
                clock,
                new InFlightLimits(ServerConfig.Limits.READS, ServerConfig.Limits.WRITES, ServerConfig.Limits.WATCHES),
                true,
                Audit.OFF,
                _ -> Optional.empty());
        catalogue.start();
        return new Assembly(catalogue, server, () -> {
            catalogue.close();
            namespaces.close();
            objects.close();
        });
    }

    /** Returns the authorizer that asks the kube-apiserver. */
    static Authorizer authorizer(ReviewClient reviews) {
        return new AuthorizerChain(List.of(
                new MastersAuthorizer(),
                new AlwaysAllowedPaths(),
                new CachingAuthorizer(new BoundedAuthorizer(new SubjectAccessReviewAuthorizer(reviews)))));
    }

    private static ApiServer.Objects objects(
            ApplicationStore stored, Admission admission, ObjectQuota quota, Clock clock) {
        ApplicationStore store = new ConvertingApplicationStore(stored);
        return new ApiServer.Objects(
                store,
                new ApplicationWriter(store, admission, quota, new SecureRandom(), clock),
                new ApplicationDeleter(store, admission));
    }

    private static ApiServer start(
            ApiServer.Listener listener,
            KindCatalogue catalogue,
            Publisher publisher,
            ApiServer.Objects objects,
            ApiServer.Access access,
            List<HealthCheck> readiness,
            JacksonCodec codec,
            Clock clock,
            InFlightLimits limits,
            boolean standalone,
            Audit audit,
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        List<HealthCheck> always = List.of(HealthCheck.ping());
        List<HealthCheck> ready = new ArrayList<>(always);
        ready.add(new HealthCheck(
                "kind-definitions", catalogue::problem, () -> definitions(catalogue) + rollouts(catalogue, rollouts)));
        ready.addAll(readiness);
        try {
            return ApiServer.start(new ApiServer.Parts(
                    listener,
                    catalogue,
                    publisher,
                    objects,
                    access,
                    List.of(
                            new HealthEndpoint("healthz", always),
                            new HealthEndpoint("livez", always),
                            new HealthEndpoint("readyz", ready)),
                    codec,
                    clock,
                    new SecureRandom(),
                    limits,
                    Runtime.getRuntime().maxMemory(),
                    TIMEOUTS,
                    standalone,
                    audit,
                    rollouts));
        } catch (UncheckedIOException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Reads and watches the kinds that servers with this configuration serve. This method is for a command that runs
     * beside the servers and reports no statuses.
     */
    static KindCatalogue readCatalogue(ServerConfig config, KubernetesHttp http, JacksonCodec codec, Clock clock) {
        KindCatalogue catalogue = catalogue(
                sources(config.kinds(), http, codec, clock).stream()
                        .<KindSource>map(ReadKindSource::new)
                        .toList(),
                config,
                codec);
        catalogue.start();
        return catalogue;
    }

    private static KindCatalogue catalogue(List<KindSource> sources, ServerConfig config, JsonCodec codec) {
        return new KindCatalogue(
                sources,
                reader(ConfigFile.settings(config), config.storeNames(), codec),
                config.limitsOrDefault().servedKinds());
    }

    private static DefinitionReader reader(ReleaseTemplate.Settings settings, StoreNames stores, JsonCodec codec) {
        return new DefinitionReader(settings, text -> parse(codec, text), new CelExpressions(), stores);
    }

    /** Returns the sources in the order that decides conflicts over a name: the first one wins. */
    private static List<KindSource> sources(
            ServerConfig.Kinds kinds, KubernetesHttp http, JsonCodec codec, Clock clock) {
        ChartArchives charts =
                new ChartSchemaArchives(new ChartReader(codec, new YamlLayoutReader()), new CelExpressions());
        List<KindSource> sources = new ArrayList<>();
        kinds.foldersOrNone().forEach(folder -> sources.add(new FolderKindSource(Path.of(folder), codec)));
        ServerConfig.ConfigMapName configMap = kinds.configMap();
        if (configMap != null) {
            sources.add(new ConfigMapKindSource(
                    http, codec, new NamespacedName(configMap.namespace(), configMap.name()), clock));
        }
        if (kinds.areCustomResources()) {
            sources.add(new CustomResourceKindSource(http, JacksonCodec.ofStored(), clock));
        }
        return sources.stream()
                .map(source -> new ChartSeekingKindSource(source, new FluxChartSources(http, JacksonCodec.ofStored())))
                .<KindSource>map(source -> new ChartFollowingKindSource(
                        source, new FluxChartSchemas(http, JacksonCodec.ofStored(), charts)))
                .toList();
    }

    private static JsonValue parse(JsonCodec codec, String text) {
        return codec.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String definitions(KindCatalogue catalogue) {
        KindRegistry registry = catalogue.registry();
        return registry.kinds().size() + " kinds served\n"
                + registry.refusals().stream()
                        .map(refusal -> "refused: " + refusal.source() + ": " + refusal.message() + "\n")
                        .collect(Collectors.joining())
                + registry.warnings().stream()
                        .map(warning -> "warning: " + warning + "\n")
                        .collect(Collectors.joining());
    }

    private static String rollouts(
            KindCatalogue catalogue, Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        return catalogue.registry().kinds().stream()
                .map(kind -> rollouts.apply(kind)
                        .map(progress -> "rollout: " + kind.groupResource() + ": " + progress + "\n")
                        .orElse(""))
                .collect(Collectors.joining());
    }

    private static String projections(KindCatalogue catalogue, ReleaseProjections projections) {
        return catalogue.registry().kinds().stream()
                .map(kind -> projections
                        .progress(kind)
                        .map(progress -> kind.groupResource() + ": " + progress + "\n")
                        .orElse(""))
                .collect(Collectors.joining());
    }

    private static InFlightLimits limits(ServerConfig config) {
        ServerConfig.Limits limits = config.limitsOrDefault();
        return new InFlightLimits(limits.reads(), limits.writes(), limits.openWatches());
    }

    private static ServingCertificateFiles certificate(ServerConfig config, Clock clock) {
        ServerConfig.TlsFiles files = config.tls();
        try {
            return ServingCertificateFiles.follow(Path.of(files.certificateFile()), Path.of(files.keyFile()), clock);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("tls: " + e.getMessage());
        }
    }

    private static Audit audit(ServerConfig config, JacksonCodec codec, Clock clock) {
        ServerConfig.Audit settings = config.audit();
        if (settings == null) {
            return Audit.OFF;
        }
        try {
            AuditPolicy policy = PolicyFile.read(Path.of(settings.policyFile()), codec);
            return new Audit(
                    policy, AuditLog.open(settings.logFile(), settings.maxBytes(), settings.backups(), codec, clock));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("audit.policyFile: " + e.getMessage());
        } catch (IOException e) {
            throw new ConfigException("audit.logFile: cannot be written: " + e.getMessage());
        }
    }

    /** @param kubeconfig the path of a file; null for the service account of the pod */
    public static ApiClient cluster(@Nullable String kubeconfig) {
        try {
            return KubernetesClients.create(kubeconfig == null ? null : Path.of(kubeconfig));
        } catch (IOException e) {
            throw new ConfigException("kubeconfig: cannot be read: " + e.getMessage());
        }
    }

    /** Returns the kinds that are served. */
    public KindCatalogue catalogue() {
        return catalogue;
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        onClose.run();
    }
}
