package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.admission.WebhookClient;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Dns;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * Calls webhooks over HTTPS. A Service is called by its DNS name in the cluster. The client follows no redirects and
 * reads at most 6 MiB of an answer. A call ends after the webhook's timeout or at the deadline of the request,
 * whichever is earlier. If an answer contains Retry-After, the client retries as client-go does. For an error that
 * client-go also reports, the client uses client-go's message.
 */
public final class OkHttpWebhookClient implements WebhookClient {
    private static final MediaType JSON = MediaType.get("application/json");
    private static final long LONGEST_ANSWER = 6L * 1024 * 1024;
    private static final int LONGEST_EXCERPT = 2048;
    private static final int CLIENTS = 200;

    private final JsonCodec codec;
    private final OkHttpClient base;
    private final Map<String, OkHttpClient> byAuthority =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, OkHttpClient> eldest) {
                    return size() > CLIENTS;
                }
            });

    public OkHttpWebhookClient(JsonCodec codec) {
        this(codec, Dns.SYSTEM);
    }

    /** @param dns resolves the names of services in the cluster */
    public OkHttpWebhookClient(JsonCodec codec, Dns dns) {
        this.codec = codec;
        this.base = new OkHttpClient.Builder()
                .dns(dns)
                .protocols(List.of(Protocol.HTTP_1_1))
                .followRedirects(false)
                .followSslRedirects(false)
                // Each call has one time limit for all of its steps.
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .build();
    }

    @Override
    public JsonValue review(Webhook webhook, AdmissionReview review) throws IOException {
        String url =
                url(webhook.clientConfig()) + "?timeout=" + webhook.timeout().toSeconds() + "s";
        try {
            Request request = new Request.Builder()
                    .url(url)
                    .header("Accept", "application/json")
                    .header("User-Agent", "chartroom")
                    .post(RequestBody.create(codec.encode(review.toJson()), JSON))
                    .build();
            Duration time = RequestDeadline.current().remainingUpTo(webhook.timeout());
            OkHttpClient client = client(webhook.clientConfig().stringOrEmpty("caBundle"));
            return parsed(ServerCapacity.waitingFor(() -> {
                try (Response response =
                        RetriedCall.within(time, client, request).execute()) {
                    return answer(response);
                }
            }));
        } catch (InterruptedIOException e) {
            throw failed(url, "context deadline exceeded", e);
        } catch (ConnectException e) {
            throw failed(url, "dial tcp " + authority(url) + ": connect: connection refused", e);
        } catch (UnknownHostException e) {
            throw failed(url, "dial tcp: lookup " + URI.create(url).getHost() + ": no such host", e);
        } catch (AnswerException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            throw failed(url, String.valueOf(e.getMessage()), e);
        }
    }

    /** The webhook answered, but not with a review. */
    private static final class AnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        AnswerException(String message) {
            super(message);
        }
    }

    private static byte[] answer(Response response) throws IOException {
        byte[] body = body(response);
        if (!response.isSuccessful()) {
            throw new AnswerException(refusal(response.code(), body));
        }
        return body;
    }

    private JsonValue parsed(byte[] answer) throws IOException {
        try {
            return codec.parse(answer);
        } catch (ApiException e) {
            throw new AnswerException("the response is not JSON: " + e.getMessage());
        }
    }

    private static byte[] body(Response response) throws IOException {
        BufferedSource source = response.body().source();
        if (source.request(LONGEST_ANSWER + 1)) {
            throw new AnswerException("the response is larger than " + LONGEST_ANSWER + " bytes");
        }
        return source.readByteArray();
    }

    private static String refusal(int code, byte[] body) {
        String text = new String(body, 0, Math.min(body.length, LONGEST_EXCERPT), StandardCharsets.UTF_8);
        return switch (code) {
            case 400 -> "the server rejected our request for an unknown reason";
            case 401 -> "the server has asked for the client to provide credentials";
            case 404 -> "the server could not find the requested resource";
            case 429 -> "the server has received too many requests and has asked us to try again later";
            case 500 ->
                "an error on the server (" + GoText.quote(text.isBlank() ? "unknown" : text)
                        + ") has prevented the request from succeeding";
            case 503 -> "the server is currently unable to handle the request";
            case 504 ->
                "the server was unable to return a response in the time allotted, but may still be processing the"
                        + " request";
            default -> "the server responded with the status code " + code + " but did not return more information";
        };
    }

    private static IOException failed(String url, String why, Exception cause) {
        return new IOException("Post " + GoText.quote(url) + ": " + why, cause);
    }

    private static String url(JsonObject config) {
        if (config.get("service") instanceof JsonObject service) {
            long port = service.get("port") instanceof JsonNumber number
                    ? number.asLong().orElse(443)
                    : 443;
            String path = service.stringOrEmpty("path");
            return "https://" + service.stringOrEmpty("name") + "." + service.stringOrEmpty("namespace") + ".svc:"
                    + port + (path.isEmpty() ? "/" : path);
        }
        return config.stringOrEmpty("url");
    }

    private static String authority(String url) {
        URI uri = URI.create(url);
        return uri.getHost() + ":" + (uri.getPort() < 0 ? 443 : uri.getPort());
    }

    /** Returns a client that trusts the authorities in {@code caBundle}, or the default ones if the bundle is empty. */
    private OkHttpClient client(String caBundle) throws IOException {
        OkHttpClient known = byAuthority.get(caBundle);
        if (known == null) {
            known = caBundle.isEmpty() ? base : WebhookTrust.of(caBundle).applied(base);
            byAuthority.put(caBundle, known);
        }
        return known;
    }
}
