package dev.chartroom.bootstrap;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.dev.DevAuthority;
import dev.chartroom.bootstrap.dev.DevCertificates;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Query;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import okhttp3.Protocol;

/**
 * {@code chartroom rehearse} starts the program, sends some requests and ends. Meanwhile, the JVM records the classes
 * and profiles that the program needs at its start. Dev mode, with HelmRelease as one of its kinds, replaces the
 * kube-apiserver. Resources that dev mode does not serve, such as quotas, are treated as absent.
 */
final class Rehearsal {
    /**
     * The command. It runs without the command line, because no AOT cache can contain the classes that the command line
     * loads.
     */
    static final String COMMAND = "rehearse";

    private static final String RELEASES = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/default/helmreleases";
    /** Enough releases for the JVM to detect frequently called code. */
    private static final int RELEASES_STORED = 200;

    /** Enough kinds for the JVM to record the code that reads kinds. A platform can have a thousand kinds. */
    private static final int KINDS = 100;

    private static final int STARTS = 5;
    private static final int TIMES = 20;
    private static final int OFTEN = 150;

    private static final List<String> STAND_IN_PATHS =
            List.of(RELEASES, RELEASES + "/redis-cart-7", "/version", "/apis");
    private static final List<String> SERVER_PATHS =
            List.of("/readyz", "/livez", "/healthz", "/apis", "/openapi/v2", "/openapi/v3");

    private Rehearsal() {}

    static void run() throws IOException {
        LogManager.getLogManager().reset();
        Path folder = Files.createTempDirectory("chartroom-rehearsal");
        try {
            rehearse(folder);
        } finally {
            delete(folder);
        }
    }

    private static void rehearse(Path folder) throws IOException {
        DevMode dev = DevMode.prepare("127.0.0.1", 0, folder, certificates(folder));
        copy("/rehearsal/helmreleases.yaml", folder.resolve("upstream/helmreleases.yaml"));
        copy("/catalogue/redises.yaml", folder.resolve("kinds/redises.yaml"));
        String service = new String(resource("/rehearsal/service.yaml"), StandardCharsets.UTF_8);
        for (int i = 0; i < KINDS; i++) {
            Files.writeString(folder.resolve("kinds/services" + i + ".yaml"), service.replace("@", "" + i));
        }
        Files.writeString(folder.resolve("tls.crt"), dev.servingCertificate());
        Files.writeString(folder.resolve("tls.key"), dev.servingKey());
        copy("/rehearsal/config.yaml", folder.resolve("config.yaml"));
        String release = new String(resource("/rehearsal/release.json"), StandardCharsets.UTF_8);
        try (Assembly standIn = Assembly.dev(dev, folder.resolve("upstream"), DevObjects.MEMORY)) {
            dev.writeKubeconfig(standIn.port());
            KubernetesHttp http = new KubernetesHttp(KubernetesClients.create(dev.kubeconfig()));
            for (int i = 0; i < RELEASES_STORED; i++) {
                RehearsedRequests.check(
                        http.send("POST", RELEASES, new Query(), utf8(release.replace("cart", "cart-" + i))));
            }
            if (new JacksonCodec().parse(utf8(release)) instanceof JsonObject example) {
                new RehearsedRequests(http, RELEASES, example, OFTEN).run();
            }
            for (int i = 0; i < STARTS; i++) {
                serve(dev, folder, http, i == STARTS - 1);
            }
        }
    }

    /**
     * Creates the certificates in another JVM. The library that creates them is in a signed jar, and no AOT cache can
     * contain classes from a signed jar.
     */
    private static DevCertificates certificates(Path folder) throws IOException {
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DevAuthority.class.getName(),
                        folder.toString())
                .inheritIO()
                .start();
        try {
            if (made.waitFor() != 0) {
                throw new IOException("the certificates cannot be created");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        return DevCertificates.read(folder);
    }

    /**
     * @param last whether this is the last start. Only the last start gets all requests, because sending them at each
     *     start would take too long.
     */
    private static void serve(DevMode dev, Path folder, KubernetesHttp standIn, boolean last) throws IOException {
        try (Assembly server = Assembly.serve(ConfigFile.read(folder.resolve("config.yaml"), new JacksonCodec()))) {
            awaitKinds(server.catalogue());
            DevMode other = dev.withKubeconfig(folder.resolve("server"));
            other.writeKubeconfig(server.port());
            KubernetesHttp served = new KubernetesHttp(KubernetesClients.create(other.kubeconfig()));
            for (int i = 0; i < TIMES; i++) {
                STAND_IN_PATHS.forEach(path -> RehearsedRequests.check(standIn.get(path, new Query())));
                SERVER_PATHS.forEach(path -> served.get(path, new Query()));
            }
            if (last) {
                server.catalogue().registry().kinds().stream()
                        .filter(kind -> kind.names().kind().equals("Redis"))
                        .forEach(kind -> sendRequests(kind, other));
            }
        }
    }

    /** Sends the requests over both protocols, as a user whom the server authorizes with SubjectAccessReviews. */
    private static void sendRequests(ApplicationKind kind, DevMode server) {
        String all = "/apis/" + kind.groupVersion() + "/" + kind.names().plural();
        String collection = "/apis/" + kind.groupVersion() + "/namespaces/default/"
                + kind.names().plural();
        JsonObject example = JsonObject.builder()
                .put("apiVersion", kind.groupVersion().toString())
                .put("kind", kind.names().kind())
                .put("metadata", JsonObject.EMPTY)
                .put("spec", JsonObject.EMPTY)
                .build();
        try {
            KubernetesHttp user = user(server, List.of(Protocol.HTTP_2, Protocol.HTTP_1_1));
            new RehearsedRequests(user, collection, example, OFTEN).run();
            new RehearsedRequests(user(server, List.of(Protocol.HTTP_1_1)), collection, example, TIMES).run();
            for (int i = 0; i < OFTEN; i++) {
                RehearsedRequests.check(user.get(all, new Query().with("resourceVersion", "0")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KubernetesHttp user(DevMode server, List<Protocol> protocols) throws IOException {
        ApiClient client = KubernetesClients.create(server.kubeconfig());
        client.addDefaultHeader("Impersonate-User", "rehearsal");
        client.addDefaultHeader("Impersonate-Group", UserInfo.AUTHENTICATED_GROUP);
        client.setHttpClient(
                client.getHttpClient().newBuilder().protocols(protocols).build());
        return new KubernetesHttp(client);
    }

    /**
     * Waits until all kinds are served. Before the server serves a kind, it looks for the chart of the kind. The
     * stand-in has no charts.
     */
    private static void awaitKinds(KindCatalogue catalogue) {
        CountDownLatch served = new CountDownLatch(1);
        Consumer<KindRegistry> look = registry -> {
            if (registry.kinds().size() == KINDS + 1) {
                served.countDown();
            }
        };
        catalogue.onChange(look);
        look.accept(catalogue.registry());
        try {
            if (!served.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(catalogue.registry().kinds().size() + " of " + (KINDS + 1)
                        + " kinds are served: "
                        + catalogue.problem().orElse(""));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted");
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void copy(String name, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, resource(name));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = Rehearsal.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the program was built without " + name);
            }
            return stream.readAllBytes();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
