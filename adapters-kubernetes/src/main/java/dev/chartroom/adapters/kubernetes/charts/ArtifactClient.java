package dev.chartroom.adapters.kubernetes.charts;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Fetches artifacts over HTTP or HTTPS, as source-controller serves them. It follows no redirects, sends no credentials
 * and rejects content whose digest differs from the declared digest.
 */
final class ArtifactClient {
    /** Ten times the size of a large chart. An artifact is kept in memory as a whole. */
    static final int MAX_SIZE = 20 * 1024 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** The largest number of concurrent calls. */
    private static final int CALLS = 2;

    private static final Map<String, String> ALGORITHMS =
            Map.of("sha256", "SHA-256", "sha384", "SHA-384", "sha512", "SHA-512");

    private final Semaphore calls = new Semaphore(CALLS);
    private final OkHttpClient http;

    ArtifactClient() {
        this(TIMEOUT);
    }

    /** @param timeout for one artifact in total */
    ArtifactClient(Duration timeout) {
        http = new OkHttpClient.Builder()
                .followRedirects(false)
                .followSslRedirects(false)
                .callTimeout(timeout)
                .connectTimeout(timeout)
                .readTimeout(timeout)
                .build();
    }

    /**
     * Fetches the bytes of an artifact.
     *
     * @throws IOException if the bytes cannot be fetched, are too many, or do not have the declared digest; the message
     *     says why
     */
    byte[] fetch(Artifact artifact) throws IOException, InterruptedException {
        HttpUrl url = HttpUrl.parse(artifact.url());
        if (url == null) {
            throw new IOException("the URL of its artifact is not an HTTP URL");
        }
        MessageDigest digest = digest(artifact.digest());
        Request request = new Request.Builder()
                .url(url.newBuilder().username("").password("").build())
                .header("User-Agent", "chartroom")
                .build();
        calls.acquire();
        try (Response response = http.newCall(request).execute()) {
            byte[] bytes = body(response);
            String found = HexFormat.of().formatHex(digest.digest(bytes));
            if (!artifact.digest().toLowerCase(Locale.ROOT).endsWith(":" + found)) {
                throw new IOException("its artifact does not have the digest " + artifact.digest());
            }
            return bytes;
        } catch (IOException e) {
            throw new IOException(e.getMessage() == null ? "its artifact cannot be fetched" : e.getMessage(), e);
        } finally {
            calls.release();
        }
    }

    private static byte[] body(Response response) throws IOException {
        if (response.code() != 200) {
            throw new IOException("the download of its artifact failed with HTTP status " + response.code());
        }
        BufferedSource source = response.body().source();
        if (source.request(MAX_SIZE + 1L)) {
            throw new IOException("its artifact is larger than " + MAX_SIZE + " bytes");
        }
        return source.readByteArray();
    }

    private static MessageDigest digest(String digest) throws IOException {
        @Nullable String algorithm = ALGORITHMS.get(digest.split(":", 2)[0]);
        if (algorithm == null || !digest.contains(":")) {
            throw new IOException("the digest of its artifact must be one of " + List.of("sha256", "sha384", "sha512")
                    + ", not \"" + digest + "\"");
        }
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
