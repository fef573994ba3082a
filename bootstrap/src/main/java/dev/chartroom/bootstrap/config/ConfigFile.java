package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.audit.AuditLog;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and checks the configuration file. Reports all problems, each in one sentence that names the field. */
public final class ConfigFile {
    private ConfigFile() {}

    /**
     * Reads the file. Relative paths in it are relative to its folder.
     *
     * @throws ConfigException if the file cannot be read, or if it has an unknown field, a missing field or an invalid
     *     value
     */
    public static ServerConfig read(Path file, JsonCodec codec) {
        String source = file.toString();
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (!(codec.parseYaml(bytes) instanceof JsonObject json)) {
                throw new ConfigException(source + ": must be an object");
            }
            ConfigProblems problems = new ConfigProblems(source, bytes);
            ServerConfig config =
                    checked(BoundRecord.of(ServerConfig.class, json, problems), problems, file.toAbsolutePath());
            problems.finish();
            return config;
        } catch (IOException e) {
            throw new ConfigException(source + ": " + FileProblem.of(e, file));
        } catch (ApiException e) {
            throw new ConfigException(source + ": " + FileProblem.of(e));
        }
    }

    /** Returns the settings for Flux's work on releases. */
    public static ReleaseTemplate.Settings settings(ServerConfig config) {
        ReleaseTemplate.Settings defaults = ReleaseTemplate.Settings.DEFAULT;
        ServerConfig.Releases releases = config.releases();
        if (releases == null) {
            return defaults;
        }
        checkHistory(releases);
        return new ReleaseTemplate.Settings(
                duration("releases.interval", releases.interval(), defaults.interval()),
                duration("releases.retryInterval", releases.retryInterval(), defaults.retryInterval()),
                duration("releases.installTimeout", releases.installTimeout(), defaults.installTimeout()),
                duration("releases.upgradeTimeout", releases.upgradeTimeout(), defaults.upgradeTimeout()),
                releases.maxHistory() == null ? defaults.maxHistory() : releases.maxHistory(),
                false);
    }

    /** Returns the configuration with resolved paths. If there is a problem, it may lack required parts. */
    @SuppressWarnings({"ConstantValue", "NullAway"}) // fields that the file omits are null
    private static ServerConfig checked(ServerConfig config, ConfigProblems problems, Path file) {
        checkListen("listen", config.listen(), problems);
        String kubeconfig = config.kubeconfig();
        ServerConfig resolved = new ServerConfig(
                config.listen(),
                problems.attempt(() -> tls(config.tls(), file), null),
                problems.attempt(() -> kubeconfig == null ? null : resolve(file, "kubeconfig", kubeconfig), null),
                config.namespace(),
                problems.attempt(() -> kinds(config.kinds(), problems, file), null),
                config.releases(),
                config.anonymous(),
                config.quotas(),
                config.computedKinds(),
                config.cozystackKinds(),
                config.apiAudiences(),
                config.apiServices(),
                config.limits(),
                problems.attempt(() -> audit(config.audit(), problems, file), null),
                StoreSettings.checked(config.stores(), problems, path -> resolve(file, "stores", path)),
                config.metrics(),
                problems.attempt(() -> log(config.log()), null),
                problems.attempt(() -> traces(config.traces(), file), null),
                problems.attempt(() -> console(config.console(), problems, file), null));
        checkReleases(config.releases(), problems);
        problems.check(() -> checkNames(config));
        problems.check(() -> checkAudiences(config.apiAudiences()));
        problems.check(() -> checkApiServices(config.apiServices()));
        checkLimits(config.limitsOrDefault(), problems);
        return resolved;
    }

    @SuppressWarnings("ConstantValue") // likewise
    private static void checkListen(String field, ServerConfig.@Nullable Listen listen, ConfigProblems problems) {
        problems.require(field + ".address", listen == null ? null : listen.address());
        Integer port = listen == null ? null : listen.port();
        if (port == null || port < 0 || port > 65_535) {
            problems.add(field + ".port", "must be from 0 to 65535; 0 selects any free port");
        }
    }

    @SuppressWarnings("ConstantValue") // likewise
    private static ServerConfig.@Nullable Console console(
            ServerConfig.@Nullable Console console, ConfigProblems problems, Path file) {
        if (console == null) {
            return null;
        }
        checkListen("console.listen", console.listen(), problems);
        if (console.oidc() != null) {
            checkOidc(console.oidc(), problems);
        }
        String branding = console.branding();
        return new ServerConfig.Console(
                console.listen(),
                console.oidc(),
                branding == null ? null : resolve(file, "console.branding", branding));
    }

    @SuppressWarnings("ConstantValue") // likewise
    private static void checkOidc(ServerConfig.Oidc oidc, ConfigProblems problems) {
        // Browsers send the code and the token to this URL.
        if (oidc.issuer() == null || !oidc.issuer().matches("https://[^/?#@\\s]+(/[^?#\\s]*)?")) {
            problems.add("console.oidc.issuer", "must be an https URL, such as https://login.example.com");
        }
        problems.require("console.oidc.clientId", oidc.clientId());
    }

    private static ServerConfig.Tls tls(ServerConfig.@Nullable Tls tls, Path file) {
        if (tls != null && tls.selfManaged() != null) {
            if (tls.certificateFile() != null || tls.keyFile() != null) {
                throw new ConfigException("tls: selfManaged excludes certificateFile and keyFile");
            }
            return new ServerConfig.Tls(null, null, selfManaged(tls.selfManaged()));
        }
        if (tls == null || tls.certificateFile() == null || tls.keyFile() == null) {
            throw new ConfigException("tls: certificateFile and keyFile are required, or selfManaged");
        }
        return new ServerConfig.Tls(
                resolve(file, "tls.certificateFile", tls.certificateFile()),
                resolve(file, "tls.keyFile", tls.keyFile()),
                null);
    }

    private static ServerConfig.SelfManaged selfManaged(ServerConfig.SelfManaged managed) {
        if (!NameFormats.dnsSubdomain(managed.secretName()).isEmpty()) {
            throw new ConfigException("tls.selfManaged.secret: must be the name of a Secret");
        }
        if (!NameFormats.dnsLabel(managed.serviceName()).isEmpty()) {
            throw new ConfigException("tls.selfManaged.service: must be the name of a Service");
        }
        return managed;
    }

    private static void checkReleases(ServerConfig.@Nullable Releases releases, ConfigProblems problems) {
        if (releases != null) {
            GoDuration absent = ReleaseTemplate.Settings.DEFAULT.interval();
            problems.check(() -> duration("releases.interval", releases.interval(), absent));
            problems.check(() -> duration("releases.retryInterval", releases.retryInterval(), absent));
            problems.check(() -> duration("releases.installTimeout", releases.installTimeout(), absent));
            problems.check(() -> duration("releases.upgradeTimeout", releases.upgradeTimeout(), absent));
            problems.check(() -> checkHistory(releases));
        }
    }

    private static void checkHistory(ServerConfig.Releases releases) {
        if (releases.maxHistory() != null && releases.maxHistory() < 0) {
            throw new ConfigException("releases.maxHistory: must not be negative");
        }
    }

    @SuppressWarnings("ConstantValue") // an invalid part is null
    private static void checkNames(ServerConfig config) {
        if (config.namespace() != null
                && !NameFormats.dnsLabel(config.namespace()).isEmpty()) {
            throw new ConfigException("namespace: must be the name of a namespace");
        }
        boolean isSelfManaged = config.tls() != null && config.tls().selfManaged() != null;
        if (isSelfManaged && StoreSettings.ownNamespace(config).isEmpty()) {
            throw new ConfigException("namespace: required outside of a pod, for tls.selfManaged");
        }
    }

    private static void checkAudiences(@Nullable List<String> audiences) {
        if (audiences != null && (audiences.isEmpty() || audiences.stream().anyMatch(ConfigFile::isBlank))) {
            throw new ConfigException("apiAudiences: must name at least one audience; no audience may be empty");
        }
    }

    private static void checkApiServices(@Nullable List<String> names) {
        for (String name : names == null ? List.<String>of() : names) {
            // The name has the form VERSION.GROUP. The APIService of a core group, "v1.", belongs to the
            // kube-apiserver.
            if (!name.contains(".") || !NameFormats.dnsSubdomain(name).isEmpty()) {
                throw new ConfigException(
                        "apiServices: must be names of APIServices, such as v1alpha1.apps.example.com: " + name);
            }
        }
    }

    private static void checkLimits(ServerConfig.Limits limits, ConfigProblems problems) {
        problems.requireLeast("limits.readsInFlight", limits.reads(), 2);
        problems.requireLeast("limits.writesInFlight", limits.writes(), 2);
        problems.requireLeast("limits.watches", limits.openWatches(), 2);
        problems.requireLeast("limits.kinds", limits.servedKinds(), 1);
    }

    private static ServerConfig.Kinds kinds(ServerConfig.@Nullable Kinds kinds, ConfigProblems problems, Path file) {
        if (kinds == null
                || (kinds.foldersOrNone().isEmpty() && kinds.configMap() == null && !kinds.areCustomResources())) {
            throw new ConfigException("kinds: at least one of folders, configMap and customResources is required");
        }
        ServerConfig.ConfigMapName configMap = kinds.configMap();
        if (configMap != null) {
            problems.requireName("kinds.configMap", configMap);
        }
        return new ServerConfig.Kinds(
                kinds.foldersOrNone().stream()
                        .map(folder -> resolve(file, "kinds.folders", folder))
                        .toList(),
                configMap,
                kinds.areCustomResources());
    }

    @SuppressWarnings({"ConstantValue", "NullAway"}) // fields that the file omits are null
    private static ServerConfig.@Nullable Audit audit(
            ServerConfig.@Nullable Audit audit, ConfigProblems problems, Path file) {
        if (audit == null) {
            return null;
        }
        problems.requireLeast("audit.maxSizeMiB", audit.maxBytes(), 1);
        problems.requireLeast("audit.maxBackups", audit.backups(), 0);
        boolean hasPolicy = problems.require("audit.policyFile", audit.policyFile());
        boolean hasLog = problems.require("audit.logFile", audit.logFile());
        if (!hasPolicy || !hasLog) {
            return null;
        }
        return new ServerConfig.Audit(
                resolve(file, "audit.policyFile", audit.policyFile()),
                audit.logFile().equals(AuditLog.STANDARD_OUTPUT)
                        ? audit.logFile()
                        : resolve(file, "audit.logFile", audit.logFile()),
                audit.maxSizeMiB(),
                audit.maxBackups());
    }

    private static ServerConfig.@Nullable Log log(ServerConfig.@Nullable Log log) {
        if (log != null
                && log.format() != null
                && !log.format().equals(ServerConfig.Log.TEXT)
                && !log.format().equals(ServerConfig.Log.JSON)) {
            throw new ConfigException("log.format: must be text or json");
        }
        return log;
    }

    @SuppressWarnings({"ConstantValue", "NullAway"}) // likewise
    private static ServerConfig.@Nullable Traces traces(ServerConfig.@Nullable Traces traces, Path file) {
        if (traces == null) {
            return null;
        }
        if (isBlank(traces.endpoint()) || !traces.endpoint().matches("https?://[^/?#\\s]+(/[^?#\\s]*)?")) {
            throw new ConfigException(
                    "traces.endpoint: must be an http or https URL, such as http://collector:4318/v1/traces");
        }
        if (traces.perMillion() < 0 || traces.perMillion() > ServerConfig.Traces.MILLION) {
            throw new ConfigException("traces.samplingRatePerMillion: must be from 0 to 1000000");
        }
        String caFile = traces.caFile();
        return new ServerConfig.Traces(
                traces.endpoint(),
                traces.samplingRatePerMillion(),
                caFile == null ? null : resolve(file, "traces.caFile", caFile));
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static String resolve(Path file, String field, String path) {
        try {
            return file.resolveSibling(path).normalize().toString();
        } catch (InvalidPathException _) {
            throw new ConfigException(field + ": must be a path");
        }
    }

    private static GoDuration duration(String field, @Nullable String text, GoDuration absent) {
        if (text == null) {
            return absent;
        }
        try {
            GoDuration duration = GoDuration.parse(text);
            if (duration.isPositive()) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException(field + ": " + e.getMessage());
        }
        throw new ConfigException(field + ": must be greater than zero");
    }
}
