package dev.chartroom.bootstrap.fetch;

import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Sends GET requests. Each answer has a limit of its size, and each request one of its time. */
final class HttpFetch implements AutoCloseable {
    static final String AUTHORIZATION = "Authorization";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_REDIRECTS = 5;

    private final HttpClient client;
    private final Duration timeout;

    /**
     * An answer with any status.
     *
     * @param from the URI of the last request, after redirects
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(URI from, int code, HttpHeaders headers, byte[] body) {
        /** Returns whether the server of a URI has answered, and not one that it redirected to. */
        boolean isFromServerOf(URI uri) {
            return isSameServer(from, uri);
        }
    }

    /**
     * @param authorities a file with the only trusted authorities, in PEM; null for those of the JVM
     * @param timeout the longest time of a request, with its answer
     */
    HttpFetch(@Nullable Path authorities, Duration timeout) throws UnreadableChartException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(ProxySelector.getDefault());
        this.client = (authorities == null ? builder : builder.sslContext(trusting(authorities))).build();
        this.timeout = timeout;
    }

    /**
     * Sends a request. Follows redirects, but sends credentials only to the same server, and never without encryption
     * if the first request was encrypted.
     *
     * @throws UnreadableChartException if there is no answer, or it is larger than the limit
     */
    Answer get(URI uri, Map<String, String> headers, int limit) throws UnreadableChartException {
        URI at = uri;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpRequest.Builder request = HttpRequest.newBuilder(at).timeout(timeout);
            boolean same = isSameServer(at, uri);
            headers.forEach((name, value) -> {
                if (same || !name.equals(AUTHORIZATION)) {
                    request.header(name, value);
                }
            });
            HttpResponse<byte[]> response = sent(request.build(), limit);
            String location = response.headers().firstValue("Location").orElse("");
            if (response.statusCode() / 100 != 3 || location.isEmpty()) {
                return new Answer(at, response.statusCode(), response.headers(), response.body());
            }
            at = redirected(at, location);
        }
        throw new UnreadableChartException(uri + " redirects more than " + MAX_REDIRECTS + " times");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    static boolean isSameServer(URI one, URI other) {
        return one.getScheme().equals(other.getScheme()) && one.getAuthority().equals(other.getAuthority());
    }

    private static URI redirected(URI from, String location) throws UnreadableChartException {
        URI to;
        try {
            to = from.resolve(location);
        } catch (IllegalArgumentException _) {
            throw new UnreadableChartException(from + " redirects to something that is no URL");
        }
        boolean web = to.getHost() != null && ("https".equals(to.getScheme()) || "http".equals(to.getScheme()));
        if (!web || (from.getScheme().equals("https") && to.getScheme().equals("http"))) {
            throw new UnreadableChartException(from + " redirects to " + to + ", which is not followed");
        }
        return to;
    }

    private HttpResponse<byte[]> sent(HttpRequest request, int limit) throws UnreadableChartException {
        CompletableFuture<HttpResponse<byte[]>> response =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limit));
        try {
            // The timeout of the request alone ends when the headers have arrived.
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            response.cancel(true);
            throw new UnreadableChartException(request.uri() + " did not answer within " + timeout.toSeconds() + " s");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UnreadableChartException(request.uri() + ": the download was interrupted");
        } catch (ExecutionException e) {
            throw new UnreadableChartException(request.uri() + " " + reason(e.getCause(), limit));
        }
    }

    private String reason(@Nullable Throwable failure, int limit) {
        return switch (failure) {
            case HttpTimeoutException _ -> "did not answer within " + timeout.toSeconds() + " s";
            case ConnectException _ -> "cannot be reached: nothing answers at this host and port";
            case SSLException e ->
                "cannot be trusted: " + plain(e) + "; --ca-file names the authority of its certificate";
            case IOException e when plain(e).contains("exceed") -> "is larger than " + limit + " bytes";
            case null, default -> "cannot be read: the connection failed";
        };
    }

    private static String plain(Exception failure) {
        return String.valueOf(failure.getMessage()).replaceAll("(\\w+\\.)+\\w+(Exception|Error): ?", "");
    }

    private static SSLContext trusting(Path authorities) throws UnreadableChartException {
        try (InputStream in = Files.newInputStream(authorities)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
            if (number == 0) {
                throw new UnreadableChartException(
                        "--ca-file " + authorities + ": there is no certificate in PEM in it");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException _) {
            throw new UnreadableChartException("--ca-file " + authorities + ": "
                    + (Files.isReadable(authorities) ? "is no certificate in PEM" : "cannot be read"));
        }
    }
}
