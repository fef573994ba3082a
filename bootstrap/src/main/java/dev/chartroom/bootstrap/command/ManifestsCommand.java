package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.assembly.ConfiguredKinds;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.manifests.KindManifests;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom manifests}. */
@Command(
        name = "manifests",
        description = {
            "Prints the APIServices of the kinds in a configuration, and the server's right to annotate these.",
            "Changes nothing. The output is for: kubectl apply --server-side -f -"
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:everything is printed",
            "1:everything is printed except the kinds of refused definitions",
            "2:the command line or configuration is invalid, or the cluster does not answer"
        },
        mixinStandardHelpOptions = true)
final class ManifestsCommand extends InstallationCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "GROUP", description = "Only these API groups (all groups).")
    private List<String> groups = List.of();

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration file of the servers.")
    private Path config;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "443",
            description = "The port of the Service (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "The certificate authority of the serving certificate, in PEM.")
    private @Nullable Path authority;

    @Option(
            names = "--user-roles",
            description = "Also print rights on the kinds, which the cluster adds to its roles view, edit and admin.")
    private boolean userRoles;

    @Override
    public Integer call() {
        ServerConfig servers = ConfigFile.read(config, new JacksonCodec());
        KindRegistry registry = ConfiguredKinds.of(servers, Cluster.of(kubeconfig()));
        KindManifests manifests = new KindManifests(wanted(registry));
        List<JsonObject> objects = new ArrayList<>(manifests.registration(
                new KindManifests.Target(service().namespace(), service().name(), port, pem())));
        if (userRoles) {
            objects.addAll(manifests.userRoles());
        }
        PrintWriter out = spec.commandLine().getOut();
        objects.forEach(object -> out.print("---\n" + yaml(object)));
        out.flush();
        registry.refusals()
                .forEach(refusal -> spec.commandLine()
                        .getErr()
                        .println("chartroom: " + refusal.source() + ": refused: " + refusal.message()));
        reportUnlisted(manifests, servers);
        return registry.refusals().isEmpty() ? 0 : 1;
    }

    private List<ApplicationKind> wanted(KindRegistry registry) {
        TreeSet<String> known =
                registry.served().stream().map(ApplicationKind::group).collect(Collectors.toCollection(TreeSet::new));
        if (known.isEmpty()) {
            throw new ConfigException(config + ": there is no valid definition");
        }
        for (String group : groups) {
            if (!known.contains(group)) {
                throw new ConfigException(
                        "no definition has the group \"" + group + "\"; the groups are " + String.join(", ", known));
            }
        }
        return registry.served().stream()
                .filter(kind -> groups.isEmpty() || groups.contains(kind.group()))
                .toList();
    }

    private void reportUnlisted(KindManifests manifests, ServerConfig servers) {
        String unlisted = manifests.groupVersions().stream()
                .filter(version -> !servers.registeredVersions().contains(version))
                .map(KindManifests::name)
                .collect(Collectors.joining(", "));
        if (!unlisted.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "chartroom: " + config + ": apiServices lacks " + unlisted
                                    + ". No namespace can be deleted while an APIService that it lacks has no valid definition.");
        }
    }

    private String pem() {
        if (authority == null) {
            return "";
        }
        try {
            // A certificate in another form need not be UTF-8.
            String pem = new String(Files.readAllBytes(authority), StandardCharsets.ISO_8859_1);
            if (!pem.contains("-----BEGIN CERTIFICATE-----")) {
                throw new ConfigException("--ca " + authority + ": there is no certificate in PEM in it");
            }
            return pem;
        } catch (IOException e) {
            throw new ConfigException("--ca " + authority + ": " + FileProblem.of(e, authority));
        }
    }

    private static String yaml(JsonObject object) {
        return new String(YamlWriter.write(JacksonCodec.ofStored().encode(object)), StandardCharsets.UTF_8);
    }
}
