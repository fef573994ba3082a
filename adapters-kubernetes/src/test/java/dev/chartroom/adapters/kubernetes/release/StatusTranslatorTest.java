package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.storage.Kinds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uses Statuses that a kube-apiserver 1.36 returned. */
class StatusTranslatorTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final GroupResource REDISES = REDIS.groupResource();
    private static final GroupKind GROUP_KIND = REDIS.gvk().groupKind();
    private static final String DETAILS =
            "\"details\":{\"name\":\"redis-a\",\"group\":\"helm.toolkit.fluxcd.io\",\"kind\":\"helmreleases\"}";

    @Test
    void notFoundNamesTheObjectIfTheReleaseIsMissing() {
        assertThat(error(404, "NotFound", "helmreleases.helm.toolkit.fluxcd.io 'redis-a' not found", DETAILS))
                .isEqualTo(new ApiError.NotFound(REDISES, "a"));
    }

    @Test
    void notFoundNamesTheNamespaceIfTheNamespaceIsMissing() {
        assertThat(error(
                        404,
                        "NotFound",
                        "namespaces 'redis-a' not found",
                        "\"details\":{\"name\":\"redis-a\",\"kind\":\"namespaces\"}"))
                .isEqualTo(new ApiError.NotFound(new GroupResource("", "namespaces"), "redis-a"));
    }

    @Test
    void missingCustomResourceDefinitionIsServiceUnavailable() {
        ApiError error = error(404, "NotFound", "the server could not find the requested resource", "\"details\":{}");

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(Status.of(error).retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void alreadyExistsNamesTheObjectIfTheReleaseExists() {
        String message = "helmreleases.helm.toolkit.fluxcd.io 'redis-a' already exists";

        assertThat(error(409, "AlreadyExists", message, DETAILS))
                .isEqualTo(new ApiError.AlreadyExists(REDISES, "a", false));
        assertThat(error(409, "AlreadyExists", "object is being deleted: " + message, DETAILS))
                .isEqualTo(new ApiError.AlreadyExists(REDISES, "a", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Operation cannot be fulfilled on helmreleases.helm.toolkit.fluxcd.io 'redis-a': the object has been"
                        + " modified; please apply your changes to the latest version and try again"
                        + " | the object has been modified; please apply your changes to the latest version and try again",
                "Operation cannot be fulfilled on helmreleases.helm.toolkit.fluxcd.io 'redis-a': StorageError: invalid"
                        + " object, Code: 4, Key: /registry/helm.toolkit.fluxcd.io/helmreleases/default/redis-a,"
                        + " ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: 1, UID in"
                        + " object meta: 2 | Precondition failed: UID in precondition: 1, UID in object meta: 2",
                "Operation cannot be fulfilled on HelmRelease.helm.toolkit.fluxcd.io 'redis-a': the UID in the"
                        + " precondition (1) does not match the UID in record (2). The object might have been deleted and"
                        + " then recreated | the UID in the precondition (1) does not match the UID in record (2). The"
                        + " object might have been deleted and then recreated",
                "something else | something else",
            })
    void conflictNamesTheObjectAndKeepsItsReason(String message, String expected) {
        assertThat(error(409, "Conflict", message, DETAILS)).isEqualTo(new ApiError.Conflict(REDISES, "a", expected));
    }

    @ParameterizedTest
    @CsvSource({
        "spec.values.replicas, FieldValueInvalid, spec.replicas, INVALID",
        "spec.values, FieldValueRequired, spec, REQUIRED",
        "spec.values[0], FieldValueTooLong, spec[0], TOO_LONG",
        "metadata.name, FieldValueInvalid, metadata.name, INVALID",
        "metadata.finalizers, FieldValueForbidden, metadata.finalizers, FORBIDDEN",
        "metadata.labels, FieldValueSomethingNew, metadata.labels, INVALID",
    })
    void invalidReleaseFieldsBecomeObjectFields(String field, String cause, String ours, FieldError.Type type) {
        ApiError error = invalid(field, cause, "Invalid value: 'redis-a': is bad");

        assertThat(error)
                .isEqualTo(new ApiError.Invalid(
                        GROUP_KIND, "a", List.of(new FieldError(type, ours, "Invalid value: \"a\": is bad"))));
    }

    @ParameterizedTest
    @CsvSource({"spec.chartRef.kind", "spec.valuesFrom[0].kind", "spec", "status"})
    void invalidFieldThatTheUserDidNotWriteIsAnInternalError(String field) {
        ApiError error = invalid(field, "FieldValueNotSupported", "Unsupported value: 'X'");

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.INTERNAL_ERROR);
        assertThat(Status.of(error).message()).contains(field).doesNotContain("HelmRelease.helm");
    }

    @Test
    void noteAboutUncheckedRulesIsDropped() {
        ApiError error = error(422, "Invalid", "HelmRelease.helm.toolkit.fluxcd.io 'redis-a' is invalid", """
                "details":{"name":"redis-a","kind":"HelmRelease","causes":[
                  {"reason":"FieldValueRequired","message":"Required value","field":"metadata.name"},
                  {"reason":"FieldValueInvalid","message":"Invalid value: null: not checked","field":"<nil>"}]}""");

        assertThat(error)
                .isEqualTo(new ApiError.Invalid(GROUP_KIND, "a", List.of(FieldError.required("metadata.name", ""))));
    }

    @Test
    void denialOfAnAdmissionPolicyNamesTheObject() {
        ApiError error = error(
                422,
                "Invalid",
                "helmreleases.helm.toolkit.fluxcd.io 'redis-a' is forbidden: ValidatingAdmissionPolicy 'deny' denied"
                        + " request: no such name",
                """
                "details":{"name":"redis-a","kind":"helmreleases","causes":[{"message":"no such name"}]}""");

        assertThat(error)
                .isEqualTo(new ApiError.Refused(
                        StatusReason.INVALID,
                        REDISES,
                        "a",
                        REDISES
                                + " \"a\" is forbidden: ValidatingAdmissionPolicy \"deny\" denied request: no such name",
                        List.of(new StatusCause("", "no such name", "")),
                        0));
    }

    @Test
    void rejectedWatchListIsRelayedAsInvalid() {
        ApiError error = error(
                422,
                "Invalid",
                "ListOptions.meta.k8s.io '' is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for"
                        + " watch unless the WatchList feature gate is enabled",
                """
                "details":{"group":"meta.k8s.io","kind":"ListOptions","causes":[
                  {"reason":"FieldValueForbidden","message":"Forbidden: no","field":"sendInitialEvents"}]}""");

        assertThat(Status.of(error).code()).isEqualTo(422);
        assertThat(Status.of(error).message()).startsWith("ListOptions.meta.k8s.io \"\" is invalid");
    }

    @Test
    void terminatingNamespaceIsForbiddenWithItsCause() {
        ApiError error = error(
                403,
                "Forbidden",
                "helmreleases.helm.toolkit.fluxcd.io 'redis-a' is forbidden: unable to create new content in namespace"
                        + " term because it is being terminated",
                """
                "details":{"name":"redis-a","kind":"helmreleases","causes":[{"reason":"NamespaceTerminating",
                  "message":"namespace term is being terminated","field":"metadata.namespace"}]}""");

        assertThat(error)
                .isEqualTo(new ApiError.Refused(
                        StatusReason.FORBIDDEN,
                        REDISES,
                        "a",
                        REDISES + " \"a\" is forbidden: unable to create new content in namespace term because it is"
                                + " being terminated",
                        List.of(new StatusCause(
                                "NamespaceTerminating", "namespace term is being terminated", "metadata.namespace")),
                        0));
    }

    @Test
    void exceededQuotaKeepsTheQuotasOwnNames() {
        ApiError error = error(
                403,
                "Forbidden",
                "helmreleases.helm.toolkit.fluxcd.io 'redis-a' is forbidden: exceeded quota: q, requested:"
                        + " count/helmreleases.helm.toolkit.fluxcd.io=1",
                DETAILS);

        assertThat(Status.of(error).message())
                .isEqualTo(REDISES + " \"a\" is forbidden: exceeded quota: q, requested:"
                        + " count/helmreleases.helm.toolkit.fluxcd.io=1");
    }

    @Test
    void missingPermissionOfTheServerIsAnInternalError() {
        ApiError error = error(
                403,
                "Forbidden",
                "helmreleases.helm.toolkit.fluxcd.io 'redis-a' is forbidden: User 'system:serviceaccount:c:c' cannot get"
                        + " resource 'helmreleases' in API group 'helm.toolkit.fluxcd.io' in the namespace 'default'",
                DETAILS);

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.INTERNAL_ERROR);
        assertThat(Status.of(error).message()).contains("may not get").doesNotContain("serviceaccount");
    }

    @Test
    void rejectedCredentialsOfTheServerAreServiceUnavailable() {
        assertThat(Status.of(error(401, "Unauthorized", "Unauthorized", "\"details\":{}"))
                        .reason())
                .isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "410 | Expired | The resourceVersion for the provided list is too old. | EXPIRED",
                "410 | Gone | too old | EXPIRED",
                "400 | BadRequest | invalid continue token: x | BAD_REQUEST",
                "500 | InternalError | failed calling webhook | INTERNAL_ERROR",
                "503 | ServiceUnavailable | apiserver not ready | SERVICE_UNAVAILABLE",
                "409 | `` | a conflict | CONFLICT",
                "418 | `` | teapot | BAD_REQUEST",
                "507 | `` | strange | INTERNAL_ERROR",
                "405 | MethodNotAllowed | no | INTERNAL_ERROR",
                "413 | RequestEntityTooLarge | limit is 3145728 | REQUEST_ENTITY_TOO_LARGE",
                "500 | `` | etcdserver: request is too large | REQUEST_ENTITY_TOO_LARGE",
                "500 | `` | resourceVersion: Invalid value: 'abc': invalid syntax | BAD_REQUEST",
            })
    void otherErrorsAreMappedByCodeReasonAndMessage(int code, String reason, String message, StatusReason expected) {
        assertThat(Status.of(error(code, reason, message, "\"details\":{}")).reason())
                .isEqualTo(expected);
    }

    @Test
    void malformedResourceVersionIsABadRequestWithTheSameMessage() {
        String problem = "resourceVersion: Invalid value: 'abc': invalid syntax";
        ApiError expected = ApiError.badRequest(
                "invalid resource version: resourceVersion: Invalid value: \"abc\": invalid syntax");

        assertThat(error(500, "", problem, "\"details\":{}")).isEqualTo(expected);
        assertThat(error(400, "BadRequest", "invalid resource version: " + problem, "\"details\":{}"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"429, TooManyRequests, 5, 5", "500, ServerTimeout, 2, 2", "429, TooManyRequests, 999999, 3600"})
    void retryAfterIsRelayedUpToOneHour(int code, String reason, long seconds, int expected) {
        ApiError error = error(
                code,
                reason,
                "The list operation against helmreleases.helm.toolkit.fluxcd.io could not be completed",
                "\"details\":{\"retryAfterSeconds\":" + seconds + "}");

        assertThat(Status.of(error).retryAfterSeconds()).isEqualTo(expected);
        assertThat(Status.of(error).message())
                .isEqualTo("The list operation against " + REDISES + " could not be completed");
    }

    @Test
    void serverTimeoutNamesTheOperation() {
        ApiError error = error(
                500,
                "ServerTimeout",
                "The list operation against helmreleases.helm.toolkit.fluxcd.io could not be completed at this time,"
                        + " please try again.",
                "\"details\":{\"name\":\"list\",\"kind\":\"helmreleases\",\"retryAfterSeconds\":2}");

        assertThat(error).isEqualTo(ApiError.serverTimeout(REDISES, "list"));
    }

    @Test
    void alreadyExistsRecordsThatTheNameWasGenerated() {
        String message = "helmreleases.helm.toolkit.fluxcd.io 'redis-a' already exists, the server was not able to"
                + " generate a unique name for the object";

        assertThat(error(409, "AlreadyExists", message, DETAILS))
                .isEqualTo(new ApiError.AlreadyExists(REDISES, "a", false, true));
    }

    @Test
    void expiredErrorContainsANewContinueToken() {
        JsonObject status = JsonObject.builder()
                .put("metadata", JsonObject.of("continue", new JsonString("next")))
                .put("reason", "Expired")
                .put("message", "too old")
                .put("code", 410)
                .build();

        ApiError error = new StatusTranslator(REDIS, "", new JacksonCodec()).errorOf(RemoteStatus.of(status));

        assertThat(error).isEqualTo(new ApiError.Expired("too old", "next"));
        assertThat(Status.of(error).toJson().objectOrEmpty("metadata").stringOrEmpty("continue"))
                .isEqualTo("next");
    }

    @Test
    void futureResourceVersionIsRelayedWithItsCause() {
        ApiError error = error(504, "Timeout", "Timeout: Too large resource version: 9, current: 4", """
                "details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],
                  "retryAfterSeconds":1}""");

        assertThat(error).isEqualTo(ApiError.resourceVersionTooLarge("9", "4"));
    }

    private static ApiError invalid(String field, String cause, String message) {
        return error(
                422,
                "Invalid",
                "HelmRelease.helm.toolkit.fluxcd.io 'redis-a' is invalid: " + field + ": " + message,
                "\"details\":{\"name\":\"redis-a\",\"kind\":\"HelmRelease\",\"causes\":[{\"reason\":\"" + cause
                        + "\",\"message\":\"" + message.replace("'", "\\\"") + "\",\"field\":\"" + field + "\"}]}");
    }

    /** @param message with single quotes for double ones */
    private static ApiError error(int code, String reason, String message, String details) {
        String json = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                + message.replace("'", "\\\"") + "\",\"reason\":\"" + reason + "\"," + details + ",\"code\":" + code
                + "}";
        return new StatusTranslator(REDIS, "a", new JacksonCodec()).errorOf(RemoteStatus.of(TestJson.object(json)));
    }
}
