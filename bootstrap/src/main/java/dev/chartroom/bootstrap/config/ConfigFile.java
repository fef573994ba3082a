package dev.chartroom.bootstrap.config;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.audit.AuditLog;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and checks the configuration file. Every problem is one sentence that names the field. */
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
            JsonValue yaml = codec.parseYaml(Files.readAllBytes(file));
            if (!(yaml instanceof JsonObject json)) {
                throw new ConfigException(source + ": must be an object");
            }
            return checked(bound(json, source), source, file.toAbsolutePath());
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
        if (releases.maxHistory() != null && releases.maxHistory() < 0) {
            throw new ConfigException("releases.maxHistory: must not be negative");
        }
        return new ReleaseTemplate.Settings(
                duration("releases.interval", releases.interval(), defaults.interval()),
                duration("releases.retryInterval", releases.retryInterval(), defaults.retryInterval()),
                duration("releases.installTimeout", releases.installTimeout(), defaults.installTimeout()),
                duration("releases.upgradeTimeout", releases.upgradeTimeout(), defaults.upgradeTimeout()),
                releases.maxHistory() == null ? defaults.maxHistory() : releases.maxHistory(),
                false);
    }

    private static ServerConfig bound(JsonObject json, String source) {
        try {
            return BoundRecord.of(ServerConfig.class, json);
        } catch (ConfigException e) {
            throw new ConfigException(source + ": " + e.getMessage());
        }
    }

    @SuppressWarnings("ConstantValue") // fields that the file omits are null
    private static ServerConfig checked(ServerConfig config, String source, Path file) {
        if (config.listen() == null || config.listen().address() == null) {
            throw new ConfigException(source + ": listen.address: required");
        }
        Integer port = config.listen().port();
        if (port == null || port < 0 || port > 65_535) {
            throw new ConfigException(source + ": listen.port: must be from 0 to 65535; 0 selects any free port");
        }
        String kubeconfig = config.kubeconfig();
        ServerConfig resolved = new ServerConfig(
                config.listen(),
                tls(config.tls(), source, file),
                kubeconfig == null ? null : resolve(file, kubeconfig),
                config.namespace(),
                kinds(config.kinds(), source, file),
                config.releases(),
                config.anonymous(),
                config.apiAudiences(),
                config.limits(),
                audit(config.audit(), source, file),
                StoreSettings.checked(config.stores(), source, path -> resolve(file, path)));
        settings(resolved);
        if (resolved.tls().selfManaged() != null
                && StoreSettings.ownNamespace(resolved).isEmpty()) {
            throw new ConfigException(source + ": namespace: required outside of a pod, for tls.selfManaged");
        }
        if (config.namespace() != null
                && !NameFormats.dnsLabel(config.namespace()).isEmpty()) {
            throw new ConfigException(source + ": namespace: must be the name of a namespace");
        }
        List<String> audiences = resolved.apiAudiences();
        if (audiences != null && (audiences.isEmpty() || audiences.stream().anyMatch(ConfigFile::isBlank))) {
            throw new ConfigException(
                    source + ": apiAudiences: must name at least one audience; no audience may be empty");
        }
        ServerConfig.Limits limits = resolved.limitsOrDefault();
        if (limits.reads() < 2 || limits.writes() < 2 || limits.openWatches() < 2) {
            throw new ConfigException(
                    source + ": limits: readsInFlight, writesInFlight and watches must be at least 2");
        }
        if (limits.servedKinds() < 1) {
            throw new ConfigException(source + ": limits.kinds: must be at least 1");
        }
        return resolved;
    }

    private static ServerConfig.Tls tls(ServerConfig.@Nullable Tls tls, String source, Path file) {
        if (tls != null && tls.selfManaged() != null) {
            if (tls.certificateFile() != null || tls.keyFile() != null) {
                throw new ConfigException(source + ": tls: selfManaged excludes certificateFile and keyFile");
            }
            return new ServerConfig.Tls(null, null, selfManaged(tls.selfManaged(), source));
        }
        if (tls == null || tls.certificateFile() == null || tls.keyFile() == null) {
            throw new ConfigException(source + ": tls: certificateFile and keyFile are required, or selfManaged");
        }
        return new ServerConfig.Tls(resolve(file, tls.certificateFile()), resolve(file, tls.keyFile()), null);
    }

    private static ServerConfig.SelfManaged selfManaged(ServerConfig.SelfManaged managed, String source) {
        if (!NameFormats.dnsSubdomain(managed.secretName()).isEmpty()) {
            throw new ConfigException(source + ": tls.selfManaged.secret: must be the name of a Secret");
        }
        if (!NameFormats.dnsLabel(managed.serviceName()).isEmpty()) {
            throw new ConfigException(source + ": tls.selfManaged.service: must be the name of a Service");
        }
        return managed;
    }

    private static ServerConfig.Kinds kinds(ServerConfig.@Nullable Kinds kinds, String source, Path file) {
        if (kinds == null
                || (kinds.foldersOrNone().isEmpty() && kinds.configMap() == null && !kinds.areCustomResources())) {
            throw new ConfigException(
                    source + ": kinds: at least one of folders, configMap and customResources is required");
        }
        ServerConfig.ConfigMapName configMap = kinds.configMap();
        if (configMap != null && (isBlank(configMap.namespace()) || isBlank(configMap.name()))) {
            throw new ConfigException(source + ": kinds.configMap: namespace and name are required");
        }
        return new ServerConfig.Kinds(
                kinds.foldersOrNone().stream()
                        .map(folder -> resolve(file, folder))
                        .toList(),
                configMap,
                kinds.areCustomResources());
    }

    @SuppressWarnings("ConstantValue") // fields that the file omits are null
    private static ServerConfig.@Nullable Audit audit(ServerConfig.@Nullable Audit audit, String source, Path file) {
        if (audit == null) {
            return null;
        }
        if (audit.policyFile() == null || audit.logFile() == null) {
            throw new ConfigException(source + ": audit: policyFile and logFile are required");
        }
        if (audit.maxBytes() <= 0) {
            throw new ConfigException(source + ": audit.maxSizeMiB: must be greater than zero");
        }
        if (audit.backups() < 0) {
            throw new ConfigException(source + ": audit.maxBackups: must not be negative");
        }
        return new ServerConfig.Audit(
                resolve(file, audit.policyFile()),
                audit.logFile().equals(AuditLog.STANDARD_OUTPUT) ? audit.logFile() : resolve(file, audit.logFile()),
                audit.maxSizeMiB(),
                audit.maxBackups());
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static String resolve(Path file, String path) {
        return file.resolveSibling(path).normalize().toString();
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
