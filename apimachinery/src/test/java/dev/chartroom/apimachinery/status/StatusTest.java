package dev.chartroom.apimachinery.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.GroupResource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class StatusTest {
    private static final GroupResource REDISES = new GroupResource("apps.example.com", "redises");
    private static final GroupKind REDIS = new GroupKind("apps.example.com", "Redis");
    private static final String OBJECT_DETAILS = "{name: 'db', group: 'apps.example.com', kind: 'redises'}";
    private static final UserInfo ALICE = UserInfo.of("alice", List.of());

    static Stream<Arguments> errors() {
        return Stream.of(
                error(
                        "D2",
                        new ApiError.NotFound(REDISES, "db"),
                        404,
                        "NotFound",
                        "redises.apps.example.com \"db\" not found",
                        OBJECT_DETAILS),
                error(
                        "D3",
                        ApiError.unknownResource(),
                        404,
                        "NotFound",
                        "the server could not find the requested resource",
                        "{}"),
                error(
                        "D4",
                        ApiError.methodNotAllowed(),
                        405,
                        "MethodNotAllowed",
                        "the server does not allow this method on the requested resource",
                        "{}"),
                error(
                        "D6",
                        new ApiError.AlreadyExists(REDISES, "db", false),
                        409,
                        "AlreadyExists",
                        "redises.apps.example.com \"db\" already exists",
                        OBJECT_DETAILS),
                error(
                        "D6, terminating",
                        new ApiError.AlreadyExists(REDISES, "db", true),
                        409,
                        "AlreadyExists",
                        "object is being deleted: redises.apps.example.com \"db\" already exists",
                        OBJECT_DETAILS),
                error(
                        "D7",
                        new ApiError.AlreadyExists(REDISES, "db", false, true),
                        409,
                        "AlreadyExists",
                        "redises.apps.example.com \"db\" already exists, the server was not able to generate a unique"
                                + " name for the object",
                        "{name: 'db', group: 'apps.example.com', kind: 'redises', retryAfterSeconds: 1}"),
                error(
                        "D8",
                        new ApiError.Conflict(REDISES, "db", ApiError.Conflict.MODIFIED),
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on redises.apps.example.com \"db\": the object has been modified;"
                                + " please apply your changes to the latest version and try again",
                        OBJECT_DETAILS),
                error(
                        "D10",
                        ApiError.expired("The resourceVersion for the provided list is too old."),
                        410,
                        "Expired",
                        "The resourceVersion for the provided list is too old.",
                        "{}"),
                error(
                        "D11",
                        ApiError.tooLarge(3_145_728),
                        413,
                        "RequestEntityTooLarge",
                        "Request entity too large: limit is 3145728",
                        "{}"),
                error(
                        "D13, one",
                        new ApiError.Invalid(
                                REDIS,
                                "db",
                                List.of(FieldError.invalid("spec.y", JsonNumber.of(5), "must be at most 3"))),
                        422,
                        "Invalid",
                        "Redis.apps.example.com \"db\" is invalid: spec.y: Invalid value: 5: must be at most 3",
                        "{name: 'db', group: 'apps.example.com', kind: 'Redis', causes: [{reason: 'FieldValueInvalid',"
                                + " message: 'Invalid value: 5: must be at most 3', field: 'spec.y'}]}"),
                error(
                        "D13, several",
                        new ApiError.Invalid(
                                REDIS,
                                "",
                                List.of(
                                        FieldError.required("metadata.name", "name or generateName is required"),
                                        FieldError.required("spec.a", ""),
                                        FieldError.forbidden("spec._b", "is reserved"),
                                        FieldError.typeInvalid("spec.c", new JsonString("x"), "must be an object"))),
                        422,
                        "Invalid",
                        "Redis.apps.example.com \"\" is invalid: [metadata.name: Required value: name or generateName is"
                                + " required, spec.a: Required value, spec._b: Forbidden: is reserved, spec.c: Invalid"
                                + " value: \"x\": must be an object]",
                        "{group: 'apps.example.com', kind: 'Redis', causes: [{reason: 'FieldValueRequired', message:"
                                + " 'Required value: name or generateName is required', field: 'metadata.name'},"
                                + " {reason: 'FieldValueRequired', message: 'Required value', field: 'spec.a'},"
                                + " {reason: 'FieldValueForbidden', message: 'Forbidden: is reserved', field:"
                                + " 'spec._b'}, {reason: 'FieldValueTypeInvalid', message: 'Invalid value: \"x\": must"
                                + " be an object', field: 'spec.c'}]}"),
                error(
                        "D13, the same twice",
                        new ApiError.Invalid(
                                REDIS,
                                "db",
                                List.of(FieldError.required("spec.a", ""), FieldError.required("spec.a", ""))),
                        422,
                        "Invalid",
                        "Redis.apps.example.com \"db\" is invalid: spec.a: Required value",
                        "{name: 'db', group: 'apps.example.com', kind: 'Redis', causes: [{reason: 'FieldValueRequired',"
                                + " message: 'Required value', field: 'spec.a'}, {reason: 'FieldValueRequired',"
                                + " message: 'Required value', field: 'spec.a'}]}"),
                error(
                        "D17",
                        ApiError.serverTimeout(REDISES, "list"),
                        500,
                        "ServerTimeout",
                        "The list operation against redises.apps.example.com could not be completed at this time,"
                                + " please try again.",
                        "{name: 'list', group: 'apps.example.com', kind: 'redises', retryAfterSeconds: 2}"),
                error(
                        "H2",
                        new ApiError.Refused(
                                StatusReason.FORBIDDEN,
                                REDISES,
                                "db",
                                "no",
                                List.of(new StatusCause("NamespaceTerminating", "over", "metadata.namespace")),
                                0),
                        403,
                        "Forbidden",
                        "no",
                        "{name: 'db', group: 'apps.example.com', kind: 'redises', causes: [{reason:"
                                + " 'NamespaceTerminating', message: 'over', field: 'metadata.namespace'}]}"),
                error("D15", ApiError.badRequest("bad"), 400, "BadRequest", "bad", "{}"),
                error(
                        "D18",
                        ApiError.internal("a bug"),
                        500,
                        "InternalError",
                        "Internal error occurred: a bug",
                        "{causes: [{message: 'a bug'}]}"),
                error(
                        "D19",
                        ApiError.resourceVersionTooLarge("9", "5"),
                        504,
                        "Timeout",
                        "Timeout: Too large resource version: 9, current: 5",
                        "{causes: [{reason: 'ResourceVersionTooLarge', message: 'Too large resource version'}],"
                                + " retryAfterSeconds: 1}"),
                error(
                        "D21",
                        ApiError.unavailable("the store cannot be reached"),
                        503,
                        "ServiceUnavailable",
                        "the store cannot be reached",
                        "{retryAfterSeconds: 1}"),
                error(
                        "C14, named",
                        new ApiError.Forbidden(resource("get", "", "team", "db"), ""),
                        403,
                        "Forbidden",
                        "redises.apps.example.com \"db\" is forbidden: User \"alice\" cannot get resource \"redises\" in"
                                + " API group \"apps.example.com\" in the namespace \"team\"",
                        OBJECT_DETAILS),
                error(
                        "C14, subresource with a reason",
                        new ApiError.Forbidden(resource("update", "status", "team", "db"), "no such role"),
                        403,
                        "Forbidden",
                        "redises.apps.example.com \"db\" is forbidden: User \"alice\" cannot update resource"
                                + " \"redises/status\" in API group \"apps.example.com\" in the namespace \"team\": no"
                                + " such role",
                        OBJECT_DETAILS),
                error(
                        "C14, all namespaces",
                        new ApiError.Forbidden(resource("list", "", "", ""), ""),
                        403,
                        "Forbidden",
                        "redises.apps.example.com is forbidden: User \"alice\" cannot list resource \"redises\" in API"
                                + " group \"apps.example.com\" at the cluster scope",
                        "{group: 'apps.example.com', kind: 'redises'}"),
                error(
                        "C14, path",
                        new ApiError.Forbidden(new RequestAttributes.NonResource(ALICE, "get", "/metrics"), ""),
                        403,
                        "Forbidden",
                        "forbidden: User \"alice\" cannot get path \"/metrics\"",
                        "{}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    void errorBecomesTheStatusOfTheWireContract(
            String item, ApiError error, int code, String reason, String message, JsonObject details) {
        Status status = Status.of(error);

        assertThat(status.code()).isEqualTo(code);
        assertThat(status.message()).isEqualTo(message);
        assertThat(status.reason().wireName()).isEqualTo(reason);
        assertThat(status.details()).isEqualTo(details);
        JsonObject.Builder json =
                TestJson.object("{kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure'}").toBuilder()
                        .put("message", message)
                        .put("reason", reason)
                        .put("code", code);
        if (!details.isEmpty()) {
            json.put("details", details);
        }
        assertThat(status.toJson()).isEqualTo(json.build());
        assertThat(new ApiException(error)).hasMessage(message);
        assertThat(new ApiException(error).error()).isEqualTo(error);
    }

    @Test
    void onlyRetryableErrorHasRetryAfterSeconds() {
        assertThat(Status.of(ApiError.unavailable("down")).retryAfterSeconds()).isEqualTo(1);
        assertThat(Status.of(ApiError.internal("bug")).retryAfterSeconds()).isZero();
    }

    @Test
    void deletionStatusHasTheUid() {
        assertThat(Status.success("db", "apps.example.com", "redises", "6f1d"))
                .isEqualTo(TestJson.parse("{kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details:"
                        + " {name: 'db', group: 'apps.example.com', kind: 'redises', uid: '6f1d'}}"));
    }

    @ParameterizedTest
    @EnumSource(value = StatusReason.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void reasonIsFoundByItsWireName(StatusReason reason) {
        assertThat(StatusReason.ofWireName(reason.wireName())).contains(reason);
        assertThat(reason.code()).isBetween(400, 504);
    }

    @Test
    void expiredErrorHasANewContinueToken() {
        assertThat(Status.of(new ApiError.Expired("too old", "next")).toJson())
                .isEqualTo(TestJson.object("{kind: 'Status', apiVersion: 'v1', metadata: {continue: 'next'}, status:"
                        + " 'Failure', message: 'too old', reason: 'Expired', code: 410}"));
    }

    @Test
    void unknownWireName_hasNoReason() {
        assertThat(StatusReason.ofWireName("Nonsense")).isEmpty();
    }

    private static RequestAttributes resource(String verb, String subresource, String namespace, String name) {
        return new RequestAttributes.Resource(
                ALICE, verb, "apps.example.com", "v1", "redises", subresource, namespace, name);
    }

    private static Arguments error(
            String item, ApiError error, int code, String reason, String message, String details) {
        return Arguments.of(item, error, code, reason, message, TestJson.object(details));
    }
}
