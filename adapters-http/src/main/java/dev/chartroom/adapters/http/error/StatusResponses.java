package dev.chartroom.adapters.http.error;

import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Arrays;

/** Answers with a Status. No other class maps errors to HTTP. */
public final class StatusResponses {
    private static final System.Logger LOG = System.getLogger(StatusResponses.class.getName());

    /** Helidon's message for this error. Helidon answers it with 400. */
    private static final String HEADERS_TOO_LARGE = "Header size exceeded";

    private final JsonCodec codec;
    private final Runnable unavailable;

    /** @param unavailable runs before each answer that says that this server cannot do a request now, but another might */
    public StatusResponses(JsonCodec codec, Runnable unavailable) {
        this.codec = codec;
        this.unavailable = unavailable;
    }

    /** Logs an unexpected failure and returns its Status, which contains no internals. */
    public Status unforeseen(Throwable thrown, String request) {
        LOG.log(System.Logger.Level.ERROR, "Unexpected failure of " + request, thrown);
        return Status.of(ApiError.internal("the server failed to handle the request"));
    }

    /** Answers with a Status in the format that the request asks for, unless an answer was already sent. */
    public void send(ServerRequest request, ServerResponse response, Status status) {
        if (response.isSent()) {
            return;
        }
        if (status.code() == StatusReason.SERVICE_UNAVAILABLE.code()) {
            unavailable.run();
        }
        response.headers().set(HeaderValues.create("X-Content-Type-Options", "nosniff"));
        if (status.retryAfterSeconds() > 0) {
            response.headers()
                    .set(HeaderValues.create(HeaderNames.RETRY_AFTER, Integer.toString(status.retryAfterSeconds())));
        }
        new ResponseBody(request, response).sendStatus(status.code(), codec.encode(status.toJson()));
    }

    /** Returns handlers for failures before there is a request to route, such as a malformed request line. */
    public DirectHandlers directHandlers() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (DirectHandler.EventType type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, (_, _, httpStatus, headers, message) -> {
                // Routing answers its own failures. So an internal error here means that Helidon failed to read the
                // request.
                Status status = type == DirectHandler.EventType.INTERNAL_ERROR
                        ? Status.of(ApiError.badRequest("the request cannot be read"))
                        : beforeRouting(HEADERS_TOO_LARGE.equals(message) ? 431 : httpStatus.code());
                headers.set(HeaderValues.create(HeaderNames.CONTENT_TYPE, "application/json"));
                return DirectHandler.TransportResponse.builder()
                        .status(io.helidon.http.Status.create(status.code()))
                        .headers(headers)
                        .entity(codec.encode(status.toJson()))
                        .build();
            });
        }
        return handlers.build();
    }

    /**
     * Returns the Status of a request that is not routed. Kubernetes has no status reason for a head that is too large.
     */
    public static Status beforeRouting(int code) {
        return switch (code) {
            case 400 -> Status.of(ApiError.badRequest("the head of the request is malformed"));
            case 405 -> Status.of(ApiError.methodNotAllowed());
            case 414 -> new Status(code, "", "the path of the request is too long", JsonObject.EMPTY, "");
            case 431 -> new Status(code, "", "the headers of the request are too large", JsonObject.EMPTY, "");
            default -> Status.of(refusal(code));
        };
    }

    private static ApiError refusal(int code) {
        String text = io.helidon.http.Status.create(code).reasonPhrase();
        return Arrays.stream(StatusReason.values())
                .filter(known -> known.code() == code)
                .findFirst()
                .map(known -> ApiError.plain(known, text))
                .orElseGet(() -> ApiError.badRequest(text));
    }
}
