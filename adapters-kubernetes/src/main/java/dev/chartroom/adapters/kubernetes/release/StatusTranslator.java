package dev.chartroom.adapters.kubernetes.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the API server's errors about releases to errors about the Applications of a kind. */
final class StatusTranslator {
    private static final System.Logger LOG = System.getLogger(StatusTranslator.class.getName());
    private static final Pattern CONFLICT = Pattern.compile(
            "Operation cannot be fulfilled on \\S+ \"[^\"]*\": (?:StorageError: .*?AdditionalErrorMsg: )?(.*)",
            Pattern.DOTALL);
    private static final Pattern MAY_NOT =
            Pattern.compile("forbidden: User \"[^\"]*\" cannot (\\S+) resource \"helmreleases\"");
    // The status code is 400 for a list, but 500 for a get or a watch.
    private static final Pattern BAD_RESOURCE_VERSION = Pattern.compile("(?:^|: )resourceVersion: Invalid value: ");
    // Errors of etcd and of its client. The API server returns them as a 500.
    private static final Pattern TOO_LARGE = Pattern.compile("request is too large|message larger than max");
    /** A cause with this field only reports that some rules were not evaluated because of other errors. */
    private static final String NOT_CHECKED = "<nil>";

    private static final String RELEASE_KIND = "HelmRelease";
    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    /** The text with which a kube-apiserver answers for a path that it does not serve. */
    private static final String NOT_SERVED = "404 page not found";

    private final ApplicationKind kind;
    private final String name;
    private final ReleaseTextTranslator translator;
    private final JsonCodec codec;

    /** @param name the name of the requested Application, empty for more than one */
    StatusTranslator(ApplicationKind kind, String name, JsonCodec codec) {
        this.kind = kind;
        this.name = name;
        this.translator = new ReleaseTextTranslator(kind, name);
        this.codec = codec;
    }

    ApiException exceptionOf(KubernetesResponse response) {
        return new ApiException(
                RemoteStatus.of(response, codec).map(this::errorOf).orElseGet(() -> withoutStatus(response)));
    }

    /**
     * Returns the answer to a GET of a release; empty if the release does not exist.
     *
     * @throws ApiException any other error in the answer
     */
    Optional<KubernetesResponse> found(KubernetesResponse response) {
        if (response.isSuccess()) {
            return Optional.of(response);
        }
        ApiException failure = exceptionOf(response);
        if (isReleaseMissing(failure)) {
            return Optional.empty();
        }
        throw failure;
    }

    /**
     * Returns whether the release itself does not exist. An error about another object, such as the namespace, names
     * that object.
     */
    boolean isReleaseMissing(ApiException failure) {
        return failure.error() instanceof ApiError.NotFound missing
                && missing.resource().equals(kind.groupResource());
    }

    ApiError errorOf(RemoteStatus status) {
        String message = status.message();
        if (BAD_RESOURCE_VERSION.matcher(message).find()) {
            return ApiError.badRequest(
                    "invalid resource version: " + message.replace("invalid resource version: ", ""));
        }
        if (TOO_LARGE.matcher(message).find()) {
            return ApiError.plain(StatusReason.REQUEST_ENTITY_TOO_LARGE, "the object is too large to be stored");
        }
        return switch (status.reason()) {
            case NOT_FOUND -> notFound(status);
            case ALREADY_EXISTS ->
                new ApiError.AlreadyExists(
                        kind.groupResource(),
                        name,
                        message.startsWith("object is being deleted"),
                        message.endsWith("the server was not able to generate a unique name for the object"));
            case CONFLICT -> new ApiError.Conflict(kind.groupResource(), name, conflict(message));
            case INVALID -> invalid(status);
            case FORBIDDEN -> forbidden(status);
            case EXPIRED, GONE -> new ApiError.Expired(translator.translate(message), status.continueToken());
            case UNAUTHORIZED -> {
                // The message is not logged: it may come from a policy and may quote values.
                LOG.log(Level.WARNING, "The kube-apiserver does not accept the credentials of Chartroom");
                yield ApiError.unavailable("the backing store does not accept this server's credentials");
            }
            case METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, UNSUPPORTED_MEDIA_TYPE ->
                ApiError.internal(translator.translate(message));
            case BAD_REQUEST,
                    REQUEST_ENTITY_TOO_LARGE,
                    TOO_MANY_REQUESTS,
                    INTERNAL_ERROR,
                    SERVER_TIMEOUT,
                    SERVICE_UNAVAILABLE,
                    TIMEOUT,
                    UNKNOWN -> relayed(status);
        };
    }

    /**
     * Returns NotFound for the Application only if the release itself is missing: a garbage collector acts on a 404.
     */
    private ApiError notFound(RemoteStatus status) {
        return switch (status.detailsKind()) {
            case "helmreleases" -> new ApiError.NotFound(kind.groupResource(), name);
            case "" -> notInstalled();
            case "namespaces" -> new ApiError.NotFound(NAMESPACES, status.detailsName());
            default -> ApiError.plain(StatusReason.NOT_FOUND, status.message());
        };
    }

    private ApiError notInstalled() {
        LOG.log(Level.WARNING, "The kube-apiserver does not serve HelmReleases v2; install the CRDs of Flux");
        return ApiError.unavailable("the backing store of " + kind.groupResource() + " is not installed");
    }

    private ApiError forbidden(RemoteStatus status) {
        Matcher mayNot = MAY_NOT.matcher(status.message());
        if (mayNot.find()) {
            // Chartroom itself lacks the right. The user's own rights were checked before.
            LOG.log(
                    Level.WARNING,
                    "Chartroom has no permission to {0} helmreleases; check its RBAC rules",
                    mayNot.group(1));
            return ApiError.internal(
                    "this server may not " + mayNot.group(1) + " the releases of " + kind.groupResource());
        }
        return relayed(status);
    }

    private ApiError invalid(RemoteStatus status) {
        List<StatusCause> causes = status.causes();
        if (!isOfReleases(status)
                || causes.isEmpty()
                || causes.stream().anyMatch(cause -> cause.field().isEmpty())) {
            // The error is about options or comes from an admission policy.
            return relayed(status);
        }
        List<FieldError> errors = new ArrayList<>();
        for (StatusCause cause : causes) {
            Optional<String> path = ReleaseTextTranslator.path(cause.field());
            if (path.isPresent()) {
                errors.add(new FieldError(type(cause.reason()), path.get(), translator.translate(cause.message())));
            } else if (!cause.field().equals(NOT_CHECKED)) {
                // The message may quote secret values, so only the field is logged. That is enough for an operator.
                LOG.log(
                        Level.WARNING,
                        "The kube-apiserver rejected the release of a {0} because of the field {1}",
                        kind.names().kind(),
                        cause.field());
                return ApiError.internal("the release that the kind definition specifies was rejected: "
                        + translator.translate(status.message()));
            }
        }
        return new ApiError.Invalid(kind.gvk().groupKind(), name, errors);
    }

    private ApiError relayed(RemoteStatus status) {
        List<StatusCause> causes = status.causes().stream()
                .map(cause -> new StatusCause(cause.reason(), translator.translate(cause.message()), cause.field()))
                .toList();
        String message = translator.translate(status.message());
        return isOfReleases(status)
                ? new ApiError.Refused(
                        status.reason(),
                        status.detailsKind().equals(RELEASE_KIND)
                                ? new GroupResource(kind.group(), kind.names().kind())
                                : kind.groupResource(),
                        name(status.detailsName()),
                        message,
                        causes,
                        status.retryAfterSeconds())
                : new ApiError.Plain(status.reason(), message, causes, status.retryAfterSeconds());
    }

    private static boolean isOfReleases(RemoteStatus status) {
        return Set.of(RELEASE_KIND, "helmreleases").contains(status.detailsKind());
    }

    /** Converts the name of the release to the name of its Application. Returns any other name unchanged. */
    private String name(String ofRelease) {
        return !name.isEmpty() && ofRelease.equals(kind.release().releaseName(name)) ? name : ofRelease;
    }

    private ApiError withoutStatus(KubernetesResponse response) {
        if (new String(response.body(), UTF_8).startsWith(NOT_SERVED)) {
            return notInstalled();
        }
        if (response.code() == StatusReason.TOO_MANY_REQUESTS.code()) {
            return new ApiError.Plain(
                    StatusReason.TOO_MANY_REQUESTS,
                    "Too many requests, please try again later.",
                    List.of(),
                    Math.max(1, response.retryAfterSeconds()));
        }
        String message = "the backing store answered with HTTP status " + response.code();
        return response.isFromGet()
                ? ApiError.unavailable(message)
                : ApiError.plain(StatusReason.SERVICE_UNAVAILABLE, message);
    }

    private static String conflict(String message) {
        Matcher conflict = CONFLICT.matcher(message);
        return conflict.matches() ? conflict.group(1) : message;
    }

    private static FieldError.Type type(String causeType) {
        return Arrays.stream(FieldError.Type.values())
                .filter(type -> new FieldError(type, "", "").toCause().reason().equals(causeType))
                .findFirst()
                .orElse(FieldError.Type.INVALID);
    }
}
