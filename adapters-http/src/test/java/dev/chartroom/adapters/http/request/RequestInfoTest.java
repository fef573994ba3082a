package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.request.RequestInfo.NonResource;
import dev.chartroom.adapters.http.request.RequestInfo.Resource;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract C10. */
class RequestInfoTest {
    private static final UserInfo ALICE = UserInfo.of("alice", List.of());

    @ParameterizedTest
    @CsvSource({
        "GET,    /apis/G/V/R,                          , list, , ,",
        "HEAD,   /apis/G/V/R,                          , list, , ,",
        "GET,    /apis/G/V/R/,                         , list, , ,",
        "GET,    /apis/G/V/namespaces/NS/R,            , list, NS, ,",
        "GET,    /apis/G/V/namespaces/NS/R//,          , list, NS, ,",
        "GET,    /apis/G/V/namespaces//R,              , list, , ,",
        "GET,    /apis/G/V/namespaces/NS/R//x,         , list, NS, , x",
        "GET,    /apis/G/V/namespaces/NS/R/N%2Fstatus, , get, NS, N, status",
        "POST,   /apis/G/V/namespaces/NS/R,            , create, NS, ,",
        "DELETE, /apis/G/V/namespaces/NS/R,            , deletecollection, NS, ,",
        "DELETE, /apis/G/V/R,                          , deletecollection, , ,",
        "GET,    /apis/G/V/namespaces/NS/R/N,          , get, NS, N,",
        "HEAD,   /apis/G/V/namespaces/NS/R/N,          , get, NS, N,",
        "PUT,    /apis/G/V/namespaces/NS/R/N,          , update, NS, N,",
        "PATCH,  /apis/G/V/namespaces/NS/R/N,          , patch, NS, N,",
        "DELETE, /apis/G/V/namespaces/NS/R/N,          , delete, NS, N,",
        "POST,   /apis/G/V/namespaces/NS/R/N,          , create, NS, N,",
        "PUT,    /apis/G/V/namespaces/NS/R,            , update, NS, ,",
        "GET,    /apis/G/V/R/N,                        , get, , N,",
        "GET,    /apis/G/V/namespaces/NS/R/N/status,   , get, NS, N, status",
        "PUT,    /apis/G/V/namespaces/NS/R/N/a/b/c,    , update, NS, N, a",
        "GET,    /apis/G/V/watch/R,                    , watch, , ,",
        "GET,    /apis/G/V/watch/namespaces/NS/R/N,    , watch, NS, N,",
        "POST,   /apis/G/V/watch/namespaces/NS/R,      , watch, NS, ,",
        "GET,    /apis/G/V/proxy/namespaces/NS/R/N,    , proxy, NS, N,",
        "OPTIONS, /apis/G/V/R,                         , '', , ,",
        "LIST,   /apis/G/V/namespaces/NS/R/N,          , '', NS, N,",
        "WATCH,  /apis/G/V/namespaces/NS/R/N,          , '', NS, N,",
        "DELETECOLLECTION, /apis/G/V/namespaces/NS/R/N, , '', NS, N,",
        "GET,    /apis/G/V/R,                          watch, watch, , ,",
        "GET,    /apis/G/V/R,                          watch=, watch, , ,",
        "GET,    /apis/G/V/R,                          watch=1, watch, , ,",
        "GET,    /apis/G/V/R,                          watch=true, watch, , ,",
        "GET,    /apis/G/V/R,                          watch=yes, watch, , ,",
        "GET,    /apis/G/V/namespaces/NS/R,            timeout=5s&watch=1, watch, NS, ,",
        "GET,    /apis/G/V/R,                          watch=0, list, , ,",
        "GET,    /apis/G/V/R,                          watch=false, list, , ,",
        "GET,    /apis/G/V/R,                          watch=False, list, , ,",
        "GET,    /apis/G/V/namespaces/NS/R/N,          watch=1, get, NS, N,",
        "POST,   /apis/G/V/namespaces/NS/R,            watch=1, create, NS, ,",
        "DELETE, /apis/G/V/namespaces/NS/R,            watch=1, deletecollection, NS, ,",
    })
    void pathsBelowAGroupVersionAreResources(
            String method,
            String path,
            @Nullable String query,
            String verb,
            @Nullable String namespace,
            @Nullable String name,
            @Nullable String subresource) {
        assertThat(info(method, path, query))
                .isEqualTo(resource(verb, orEmpty(namespace), "R", orEmpty(name), orEmpty(subresource)));
    }

    @Test
    void pathOfANamespaceNamesTheNamespacesResource() {
        assertThat(info("GET", "/apis/G/V/namespaces/NS", null)).isEqualTo(resource("get", "", "namespaces", "NS", ""));
        assertThat(info("GET", "/apis/G/V/namespaces", null)).isEqualTo(resource("list", "", "namespaces", "", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, get",
        "GET, /apis, get",
        "GET, /apis/, get",
        "GET, /apis/G, get",
        "GET, /apis/G/V, get",
        "GET, /apis/G/V/, get",
        "HEAD, /version, head",
        "POST, /apis/G/V, post",
        "GET, /api/v1/pods, get",
        "GET, /openapi/v3/apis/G/V, get",
        "DELETE, /a/b/c/d/e/f, delete",
        "GET, /x/apis/G/V/R, get",
        "GET, //apis/G/V/R, get",
    })
    void otherPathsAreNonResourceRequestsWithTheMethodAsVerb(String method, String path, String verb) {
        assertThat(info(method, path, "watch=1")).isEqualTo(new NonResource(verb, path));
    }

    /**
     * These requests run with a core group. For a namespace itself, kube-apiserver also sets the request's namespace;
     * Chartroom leaves it empty, so authorizers do not see it.
     */
    @ParameterizedTest
    @CsvSource({
        "GET,    /api/v1/namespaces,                    list, , namespaces, ,",
        "POST,   /api/v1/namespaces,                    create, , namespaces, ,",
        "GET,    /api/v1/namespaces/NS,                 get, , namespaces, NS,",
        "DELETE, /api/v1/namespaces/NS/,                delete, , namespaces, NS,",
        "PUT,    /api/v1/namespaces/NS/status,          update, , namespaces, NS, status",
        "PUT,    /api/v1/namespaces/NS/finalize,        update, , namespaces, NS, finalize",
        "GET,    /api/v1/namespaces/NS/pods,            list, NS, pods, ,",
        "GET,    /api/v1/namespaces/NS/pods/N/status,   get, NS, pods, N, status",
        "GET,    /api/v1/namespaces/NS/status/N,        get, , namespaces, NS, status",
        "GET,    /api/v1/watch/namespaces/NS,           watch, , namespaces, NS,",
        "GET,    /api/v1/nodes/N,                       get, , nodes, N,",
    })
    void pathsOfTheCoreGroupAreResources(
            String method,
            String path,
            String verb,
            @Nullable String namespace,
            String resource,
            @Nullable String name,
            @Nullable String subresource) {
        assertThat(RequestInfo.of(method, path, QueryParameters.parse(""), true))
                .isEqualTo(new Resource(
                        verb,
                        "",
                        "v1",
                        orEmpty(namespace),
                        resource,
                        orEmpty(name),
                        orEmpty(subresource),
                        FieldSelector.EVERYTHING,
                        LabelSelector.EVERYTHING));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "/api/v1", "/api/v1/", "/apis/G/V", "/version", "/", "//api/v1/namespaces"})
    void nonResourcePathsStayNonResourceWithACoreGroup(String path) {
        assertThat(RequestInfo.of("GET", path, QueryParameters.parse(""), true))
                .isEqualTo(new NonResource("get", path));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, watch=1&fieldSelector=metadata.name%3Dn, n",
        "GET, watch=1&fieldSelector=metadata.name=n, n",
        "GET, fieldSelector=metadata.name==n, n",
        "GET, fieldSelector=metadata.namespace%3DNS%2Cmetadata.name%3Dn, n",
        "GET, fieldSelector=metadata.name!=n, ",
        "GET, fieldSelector=metadata.namespace=n, ",
        "GET, fieldSelector=spec.x=n, ",
        "GET, fieldSelector=%%, ",
        "GET, labelSelector=metadata.name=n, ",
    })
    void nameInTheFieldSelectorIsAuthorized(String method, String query, @Nullable String name) {
        RequestAttributes.Resource attributes =
                ((Resource) info(method, "/apis/G/V/namespaces/NS/R", query)).attributes(ALICE);

        assertThat(attributes.name()).isEqualTo(orEmpty(name));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /apis/G/V/R, list",
        "GET, /apis/G/V/R?watch=1, watch",
        "DELETE, /apis/G/V/namespaces/NS/R, deletecollection"
    })
    void selectorsOfCollectionRequestsAreAuthorized(String method, String pathAndQuery, String verb) {
        String[] parts = pathAndQuery.split("\\?", 2);
        String query = "labelSelector=a%20in%20(c,b),!d&fieldSelector=metadata.name!=n"
                + (parts.length > 1 ? "&" + parts[1] : "");

        RequestAttributes.Resource attributes = ((Resource) info(method, parts[0], query)).attributes(ALICE);

        assertThat(attributes.verb()).isEqualTo(verb);
        assertThat(attributes.labelSelector()).isEqualTo(LabelSelector.parse("a in (b,c),!d"));
        assertThat(attributes.fieldSelector()).isEqualTo(FieldSelector.parse("metadata.name!=n"));
    }

    @Test
    void malformedSelectorsSelectEverything() {
        RequestAttributes.Resource attributes =
                ((Resource) info("GET", "/apis/G/V/R", "labelSelector=a+in&fieldSelector=spec.x=n")).attributes(ALICE);

        assertThat(attributes.labelSelector()).isEqualTo(LabelSelector.EVERYTHING);
        assertThat(attributes.fieldSelector()).isEqualTo(FieldSelector.EVERYTHING);
    }

    @Test
    void selectorsOfSingleObjectRequestsAreIgnored() {
        RequestAttributes.Resource attributes = ((Resource)
                        info("DELETE", "/apis/G/V/namespaces/NS/R/N", "labelSelector=a&fieldSelector=metadata.name=x"))
                .attributes(ALICE);

        assertThat(attributes).isEqualTo(new RequestAttributes.Resource(ALICE, "delete", "G", "V", "R", "", "NS", "N"));
    }

    @Test
    void deleteCollectionIsAuthorizedWithoutAName() {
        RequestAttributes.Resource attributes = ((Resource)
                        info("DELETE", "/apis/G/V/namespaces/NS/R", "fieldSelector=metadata.name=x"))
                .attributes(ALICE);

        assertThat(attributes.name()).isEmpty();
        assertThat(attributes.fieldSelector()).isEqualTo(FieldSelector.ofName("x"));
    }

    @Test
    void nameInThePathTakesPrecedenceOverTheSelector() {
        RequestInfo info = info("GET", "/apis/G/V/namespaces/NS/R/N/sub", "fieldSelector=metadata.name%3Dother");

        assertThat(info.attributes(ALICE))
                .isEqualTo(new RequestAttributes.Resource(ALICE, "get", "G", "V", "R", "sub", "NS", "N"));
        assertThat(((Resource) info).namespacedName()).isEqualTo(new NamespacedName("NS", "N"));
    }

    @Test
    void nonResourcePathIsAuthorizedWithoutDecoding() {
        assertThat(info("GET", "/healthz/../x%20y", null).attributes(ALICE))
                .isEqualTo(new RequestAttributes.NonResource(ALICE, "get", "/healthz/../x%20y"));
    }

    @ParameterizedTest
    @CsvSource({"a%20b, a b", "a+b, a+b", "%C3%A9, é", "a%3Fb, a?b"})
    void segmentsAreDecodedOnce(String raw, String name) {
        assertThat(((Resource) info("GET", "/apis/G/V/namespaces/NS/R/" + raw, null)).name())
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%252Fb", "a%zz", "%2e%2e", "..", "."})
    void ambiguousPathSegmentsAreBadRequests(String raw) {
        for (String path : List.of("/apis/G/V/namespaces/NS/R/" + raw, "/apis/G/V/namespaces/" + raw + "/R/N")) {
            assertThatThrownBy(() -> info("GET", path, null))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.BAD_REQUEST));
        }
    }

    @ParameterizedTest
    @CsvSource({"a, 253, false", "a, 254, true", "%C3%A9, 126, false", "%C3%A9, 127, true"})
    void nameOrNamespaceOver253BytesNamesNoObject(String character, int times, boolean tooLong) {
        String segment = character.repeat(times);

        for (String path : List.of("namespaces/NS/R/" + segment, "namespaces/" + segment + "/R/N")) {
            assertThat(((Resource) info("GET", "/apis/G/V/" + path, null)).namesNoObject())
                    .isEqualTo(tooLong);
        }
    }

    @Test
    void tooLongSelectorSelectsEverything() {
        Resource info = (Resource) info("GET", "/apis/G/V/R", "labelSelector=" + "a,".repeat(40_000) + "a");

        assertThat(info.labelSelector()).isEqualTo(LabelSelector.EVERYTHING);
    }

    private static Resource resource(String verb, String namespace, String resource, String name, String subresource) {
        return new Resource(
                verb,
                "G",
                "V",
                namespace,
                resource,
                name,
                subresource,
                FieldSelector.EVERYTHING,
                LabelSelector.EVERYTHING);
    }

    private static RequestInfo info(String method, String path, @Nullable String query) {
        return RequestInfo.of(method, path, QueryParameters.parse(orEmpty(query)), false);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
