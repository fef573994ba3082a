package dev.chartroom.bootstrap.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.bootstrap.command.CommandRun;
import dev.chartroom.bootstrap.dev.DevAuthority;
import dev.chartroom.bootstrap.dev.DevCertificates;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.kubernetes.client.PemPrivateKey;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ChartDownloadTest {
    private static final String BASIC =
            "Basic " + Base64.getEncoder().encodeToString("jane:secret".getBytes(StandardCharsets.UTF_8));

    @TempDir
    private Path home;

    private ChartServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ChartServer(null);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void definitionIsMadeOfAChartInARegistry() throws IOException {
        server.push("charts/lamp", "1.2.0", ChartServer.archive("lamp", "1.2.0"));

        CommandRun run = CommandRun.of(
                "kind",
                "from-chart",
                "oci://" + server.authority() + "/charts/lamp",
                "--version=1.2.0",
                "--plain-http",
                "--group=apps.example.com",
                "--chart-ref=OCIRepository/charts/lamp");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("kind: Lamp", "size:");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void latestStableVersionIsTheDefault_overAllPagesOfTags() throws Exception {
        server.put("/v2/lamp/tags/list", exchange -> {
            boolean first = exchange.getRequestURI().getQuery() == null;
            if (first) {
                exchange.getResponseHeaders().set("Link", "</v2/lamp/tags/list?last=1.9.0>; rel=\"next\"");
            }
            byte[] tags = (first
                            ? "{\"tags\": [\"1.9.0\", \"2.0.0-rc.1\", \"latest\"]}"
                            : "{\"tags\": [\"1.10.0_build\", \"1.2.0\"]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, tags.length);
            exchange.getResponseBody().write(tags);
        });
        server.push("lamp", "1.10.0_build", ChartServer.archive("lamp", "1.10.0+build"));

        assertThat(versionOf(registry("/lamp", null))).isEqualTo("1.10.0+build");
        assertThat(versionOf(registry("/lamp", "^1.2"))).isEqualTo("1.10.0+build");
        assertThatThrownBy(() -> archive(registry("/lamp", "^2"))).hasMessageContaining("has no version ^2");
    }

    @Test
    void chartOfADigestIsChecked() throws Exception {
        String digest = server.push("lamp", "1.0.0", ChartServer.archive("lamp", "1.0.0"));
        assertThat(versionOf(registry("/lamp@" + digest, null))).isEqualTo("1.0.0");

        server.put("/v2/lamp/manifests/" + digest, "{}");
        assertThatThrownBy(() -> archive(registry("/lamp@" + digest, null)))
                .hasMessageContaining("the download is damaged: its digest is not " + digest);
    }

    @Test
    void changedLayerIsRefused() throws Exception {
        byte[] archive = ChartServer.archive("lamp", "1.0.0");
        server.push("lamp", "1.0.0", archive);
        server.put("/v2/lamp/blobs/sha256:" + ChartServer.digest(archive), "other");

        assertThatThrownBy(() -> archive(registry("/lamp:1.0.0", null)))
                .isInstanceOf(UnreadableChartException.class)
                .hasMessageContaining("the download is damaged");
    }

    @Test
    void storedCredentialsAreExchangedForAToken() throws Exception {
        login(".docker/config.json");
        byte[] archive = ChartServer.archive("lamp", "1.0.0");
        server.push("lamp", "1.0.0", archive);
        ChartServer.Answer challenge = exchange -> {
            exchange.getResponseHeaders()
                    .set(
                            "WWW-Authenticate",
                            "Bearer realm=\"" + server.url()
                                    + "/token\",service=\"shop\",scope=\"repository:lamp:pull\"");
            exchange.sendResponseHeaders(401, -1);
        };
        server.put("/v2/lamp/manifests/1.0.0", challenge);
        server.put("/token", exchange -> {
            // After the token was issued, the registry answers.
            server.push("lamp", "1.0.0", archive);
            byte[] token = "{\"token\": \"t0ken\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, token.length);
            exchange.getResponseBody().write(token);
        });

        assertThat(versionOf(registry("/lamp:1.0.0", null))).isEqualTo("1.0.0");
        assertThat(server.received())
                .containsExactly(
                        "/v2/lamp/manifests/1.0.0",
                        "/token?service=shop&scope=repository%3Alamp%3Apull " + BASIC,
                        "/v2/lamp/manifests/1.0.0 Bearer t0ken",
                        "/v2/lamp/blobs/sha256:" + ChartServer.digest(archive) + " Bearer t0ken");
    }

    @Test
    void rangeOfARepositoryMeansItsLatestVersion() throws Exception {
        byte[] archive = ChartServer.archive("lamp", "1.2.0");
        server.put("/charts/index.yaml", index(ChartServer.digest(archive)));
        server.put("/charts/lamp-1.2.0.tgz", archive);

        assertThat(versionOf(repository("lamp", "1.x"))).isEqualTo("1.2.0");
        assertThatThrownBy(() -> archive(repository("lamp", "^9"))).hasMessageContaining("has no version ^9 of lamp");
    }

    @Test
    void chartOfARepositoryIsFoundInItsIndex() throws Exception {
        login(".config/helm/registry/config.json");
        byte[] archive = ChartServer.archive("lamp", "1.2.0");
        server.put("/charts/index.yaml", index(ChartServer.digest(archive)));
        server.put("/charts/lamp-1.2.0.tgz", archive);

        assertThat(versionOf(repository("lamp", null))).isEqualTo("1.2.0");
        assertThat(server.received()).containsExactly("/charts/index.yaml " + BASIC, "/charts/lamp-1.2.0.tgz " + BASIC);

        server.put("/charts/index.yaml", index("0".repeat(64)));
        assertThatThrownBy(() -> archive(repository("lamp", null))).hasMessageContaining("the download is damaged");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lmap | | has no chart \"lmap\"; did you mean \"lamp\"?",
                "lamp | 9.9.9 | has no version 9.9.9 of lamp; the first versions of its index are 1.2.0, 1.3.0-beta",
                "lamp | 1.3.0-beta | beta.tgz: does not exist",
            })
    void missingChartOrVersionIsNamed(String chart, @Nullable String version, String message) {
        server.put("/charts/index.yaml", index(""));

        assertThatThrownBy(() -> archive(repository(chart, version)))
                .isInstanceOf(UnreadableChartException.class)
                .hasMessageContaining(message);
    }

    @Test
    void credentialsAreNotSentToAnotherServer() throws Exception {
        login(".docker/config.json");
        try (ChartServer other = new ChartServer(null)) {
            other.put("/lamp.tgz", ChartServer.archive("lamp", "1.0.0"));
            server.put("/redirect.tgz", exchange -> {
                exchange.getResponseHeaders().set("Location", other.url() + "/lamp.tgz");
                exchange.sendResponseHeaders(302, -1);
            });

            assertThat(versionOf(new ChartDownload(server.url() + "/redirect.tgz", null, null, null, false)))
                    .isEqualTo("1.0.0");
            assertThat(server.received()).containsExactly("/redirect.tgz " + BASIC);
            assertThat(other.received()).containsExactly("/lamp.tgz");
        }
    }

    /** The server of a redirect could name a realm of its own. */
    @Test
    void challengeOfAServerThatTheRegistryRedirectsToGetsNoCredentials() throws Exception {
        login(".docker/config.json");
        try (ChartServer other = new ChartServer(null)) {
            other.put("/blob", exchange -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"" + other.url() + "/token\"");
                exchange.sendResponseHeaders(401, -1);
            });
            server.put("/v2/lamp/manifests/1.0.0", exchange -> {
                exchange.getResponseHeaders().set("Location", other.url() + "/blob");
                exchange.sendResponseHeaders(307, -1);
            });

            assertThatThrownBy(() -> archive(registry("/lamp:1.0.0", null))).hasMessageContaining("access is denied");
            assertThat(other.received()).containsExactly("/blob");
        }
    }

    @Test
    void endlessRedirectsAndOtherSchemesAreNotFollowed() {
        server.put("/loop", exchange -> {
            exchange.getResponseHeaders().set("Location", "/loop");
            exchange.sendResponseHeaders(302, -1);
        });
        server.put("/file", exchange -> {
            exchange.getResponseHeaders().set("Location", "file:///etc/passwd");
            exchange.sendResponseHeaders(302, -1);
        });

        assertThatThrownBy(() -> archive(new ChartDownload(server.url() + "/loop", null, null, null, false)))
                .hasMessageEndingWith("/loop redirects more than 5 times");
        assertThatThrownBy(() -> archive(new ChartDownload(server.url() + "/file", null, null, null, false)))
                .hasMessageContaining("which is not followed");
    }

    @Test
    void answerLargerThanTheLimitIsRefused() throws Exception {
        server.put("/large", new byte[2000]);

        try (HttpFetch http = new HttpFetch(null, Duration.ofSeconds(30))) {
            assertThatThrownBy(() -> http.get(URI.create(server.url() + "/large"), Map.of(), 1999))
                    .isInstanceOf(UnreadableChartException.class)
                    .hasMessageEndingWith("/large is larger than 1999 bytes");
            assertThat(http.get(URI.create(server.url() + "/large"), Map.of(), 2000)
                            .body())
                    .hasSize(2000);
        }
    }

    @Test
    void slowAnswerIsRefusedAfterTheTimeout() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        server.put("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });

        try (HttpFetch http = new HttpFetch(null, Duration.ofSeconds(1))) {
            assertThatThrownBy(() -> http.get(URI.create(server.url() + "/slow"), Map.of(), 100))
                    .isInstanceOf(UnreadableChartException.class)
                    .hasMessageEndingWith("/slow did not answer within 1 s");
        } finally {
            closed.countDown();
        }
    }

    @Test
    void certificateIsCheckedWithTheGivenAuthorities() throws Exception {
        Path folder = Files.createDirectory(home.resolve("tls"));
        DevAuthority.main(new String[] {folder.toString()});
        try (ChartServer https = new ChartServer(serving(DevCertificates.read(folder)))) {
            https.put("/lamp.tgz", ChartServer.archive("lamp", "1.0.0"));
            String url = https.url() + "/lamp.tgz";

            assertThat(versionOf(new ChartDownload(url, null, null, folder.resolve("ca.crt"), false)))
                    .isEqualTo("1.0.0");
            assertThatThrownBy(() -> archive(new ChartDownload(url, null, null, null, false)))
                    .hasMessageContaining("cannot be trusted", "--ca-file")
                    .hasMessageNotContaining("Exception");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oci://127.0.0.1:1/lamp --version=1 | cannot be reached",
                "oci://LAMP | must be oci://HOST/NAME",
                "oci://127.0.0.1:1/lamp:2 --version=1 | names a version already",
                "http://127.0.0.1:1/lamp.tgz | cannot be reached",
                "lamp --repo=ftp://a | is no URL of a web server",
                "lamp --repo=http://127.0.0.1:1 | cannot be reached",
                "https://127.0.0.1:1/lamp.tgz --ca-file=/nowhere | --ca-file /nowhere: cannot be read",
                "lamp --version=1 | --version: requires --repo or oci://",
            })
    void mistakeIsReportedInASentence(String arguments, String message) {
        CommandRun run = CommandRun.of(("kind from-chart " + arguments).split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("chartroom: ")
                .contains(message);
    }

    private ChartDownload registry(String path, @Nullable String version) {
        return new ChartDownload("oci://" + server.authority() + path, null, version, null, true);
    }

    private ChartDownload repository(String chart, @Nullable String version) {
        return new ChartDownload(chart, server.url() + "/charts", version, null, false);
    }

    private static String index(String digest) {
        return """
                apiVersion: v1
                entries:
                  lamp:
                  - {version: 1.2.0, urls: [lamp-1.2.0.tgz], digest: "%s"}
                  - {version: 1.3.0-beta, urls: [beta.tgz]}
                """.formatted(digest);
    }

    private void login(String file) throws IOException {
        Path path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(
                path,
                "{\"auths\": {\"" + server.authority() + "\": {\"auth\": \"" + BASIC.substring("Basic ".length())
                        + "\"}}}");
    }

    private byte[] archive(ChartDownload download) throws UnreadableChartException {
        return download.archive(Map.of(), home, new JacksonCodec());
    }

    private String versionOf(ChartDownload download) throws UnreadableChartException {
        return new ChartReader(new JacksonCodec(), new YamlLayoutReader())
                .read(archive(download))
                .metadata()
                .stringOrEmpty("version");
    }

    private static SSLContext serving(DevCertificates certificates) throws Exception {
        List<Certificate> chain = List.copyOf(CertificateFactory.getInstance("X.509")
                .generateCertificates(
                        new ByteArrayInputStream(certificates.certificate().getBytes(StandardCharsets.US_ASCII))));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "serving", PemPrivateKey.read(certificates.key()), new char[0], chain.toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
