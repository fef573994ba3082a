package dev.chartroom.adapters.http.request;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;

import dev.chartroom.adapters.http.audit.SourceIps;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Pretty;
import dev.chartroom.adapters.json.IndentedJson;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.kind.NamespaceKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server reads the path, query, headers and protobuf of a request in linear time. */
class RequestGrowthTest {
    private static final UserInfo USER = UserInfo.of("jane", List.of());
    private static final QueryParameters NO_QUERY = QueryParameters.parse("");

    @ParameterizedTest
    @MethodSource("shapes")
    void readingARequestTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.of(paths(), queries(), selectors(), headers()).flatMap(shapes -> shapes);
    }

    private static Stream<Scaling<String>> paths() {
        return Stream.of(
                path("slashes", "/"::repeat),
                path("segments", size -> "/a".repeat(size / 2)),
                path("a long name", size -> "/apis/g/v1/namespaces/a/rs/" + "b".repeat(size)),
                path("a long namespace", size -> "/apis/g/v1/namespaces/" + "a".repeat(size) + "/rs/b"),
                path("a long resource", size -> "/apis/g/v1/namespaces/a/" + "b".repeat(size)),
                path("a long group", size -> "/apis/" + "a".repeat(size) + "/v1/rs"),
                path("many segments of a resource", size -> "/apis/g/v1/namespaces/a/rs" + "/b".repeat(size / 2)),
                path("escapes", size -> "/apis/g/v1/rs/" + "%41".repeat(size / 3)),
                path("bad escapes", size -> "/apis/g/v1/rs/" + "%4".repeat(size / 2)),
                path("plus signs", size -> "/apis/g/v1/rs/" + "+".repeat(size)),
                missing("a name of digits", "1"::repeat),
                missing("a name of zeroes", "0"::repeat),
                missing("a name of quotes", "\""::repeat),
                missing("a name of dots", "."::repeat));
    }

    private static Stream<Scaling<String>> queries() {
        return Stream.of(
                query("parameters", repeated("", i -> "a" + i + "=b&", "")),
                query("parameters of equal hashes", repeated("", i -> Texts.colliding(i) + "=b&", "")),
                query("one parameter again and again", repeated("", i -> "dryRun=All&", "")),
                query("values that are not allowed", repeated("", i -> "dryRun=x" + i + "&", "")),
                query("ampersands", "&"::repeat),
                query("equals signs", "="::repeat),
                query("escapes", size -> "a=" + "%41".repeat(size / 3)),
                query("characters that cannot be printed", size -> "fieldManager=" + "%01".repeat(size / 3)),
                query("a long field manager", size -> "fieldManager=" + "a".repeat(size)),
                query("digits", size -> "limit=" + "1".repeat(size)),
                query("zeroes", size -> "timeoutSeconds=" + "0".repeat(size)),
                query("a long resource version", size -> "resourceVersion=" + "1".repeat(size)),
                query("a long period", size -> "gracePeriodSeconds=" + "1".repeat(size)),
                query("a timeout of many terms", size -> "timeout=" + "1h".repeat(size / 2)),
                query("a timeout of digits", size -> "timeout=" + "1".repeat(size) + "h"),
                query("a timeout of zeroes", size -> "timeout=" + "0".repeat(size) + "1h"),
                query("a timeout of a fraction", size -> "timeout=1." + "1".repeat(size) + "h"),
                query("a timeout of a long unit", size -> "timeout=1" + "h".repeat(size)),
                query("an unknown value", size -> "fieldValidation=" + "a".repeat(size)));
    }

    private static Stream<Scaling<String>> selectors() {
        return Stream.of(
                selector("labels", repeated("a", i -> ",a" + i + "=b", "")),
                selector("labels that must be absent", repeated("!b", i -> ",!b" + i, "")),
                selector("labels that must differ", repeated("b!=a", i -> ",b" + i + "!=a", "")),
                selector("sets that must not contain", repeated("b notin (a)", i -> ",b" + i + " notin (a,b,c)", "")),
                selector("labels of equal hashes", repeated("a", i -> "," + Texts.colliding(i) + "=b", "")),
                selector("one label again and again", repeated("a", i -> ",a=b", "")),
                selector("values", repeated("a in (b", i -> ",b" + i, ")")),
                selector("values of equal hashes", repeated("a in (b", i -> "," + Texts.colliding(i), ")")),
                selector("values in falling order", repeated("a in (z", i -> "," + (1_000_000 - i), ")")),
                selector("values that are not allowed", repeated("a in (b", i -> ",_" + i, ")")),
                selector("empty values", size -> "a in (" + ",".repeat(size) + ")"),
                selector("commas", ","::repeat),
                selector("exclamation marks", "!"::repeat),
                selector("parentheses", "("::repeat),
                selector("spaces", size -> "a" + " ".repeat(size)),
                selector("a long key", "a"::repeat),
                selector("a long key of dots", size -> "a.".repeat(size / 2) + "/b"),
                selector("slashes", "/"::repeat),
                selector("names", repeated("metadata.name!=a", i -> ",metadata.name!=a" + i, "")),
                selector("backslashes", size -> "metadata.name=" + "\\\\".repeat(size / 2)));
    }

    private static Stream<Scaling<String>> headers() {
        return Stream.of(
                accept("media types", repeated("a/b", i -> ",application/json;q=0." + i, "")),
                accept("wildcards and types", repeated("*/*", i -> ",a/b" + i + ",*/*", "")),
                accept("parameters", repeated("application/json", i -> ";a" + i + "=b", "")),
                accept("commas", ","::repeat),
                accept("slashes", "/"::repeat),
                accept("spaces", " "::repeat),
                accept("a long quality", size -> "application/json;q=" + "1".repeat(size)),
                accept("codings", repeated("deflate", i -> ", br;q=0." + i, "")),
                accept("codings of spaces", size -> "deflate," + " ".repeat(size) + "gzip"),
                header("Content-Type: parameters", size -> "application/json" + ";a=b".repeat(size / 4)),
                header("Content-Type: spaces", size -> "application/json" + " ".repeat(size)),
                header("User-Agent", size -> "a".repeat(size) + "/1"),
                header("User-Agent: what cannot be printed", "\u0001"::repeat),
                header("X-Forwarded-For: addresses", repeated("", i -> "10.0.0.1,", "")),
                header("X-Forwarded-For: long addresses", repeated("", i -> "2001:db8:0:0:1:0:0:1,", "")),
                header("X-Forwarded-For: zones", repeated("", i -> "fe80::1%lo,", "")),
                header("X-Forwarded-For: colons", ":"::repeat),
                header("X-Forwarded-For: commas", ","::repeat));
    }

    private static Scaling<String> path(String name, IntFunction<String> input) {
        return Growth.of("path: " + name, input, path -> {
            for (boolean core : new boolean[] {false, true}) {
                RequestInfo.of("GET", path, NO_QUERY, core).attributes(USER);
            }
        });
    }

    /** Writes the 404 for a missing object of this name in every format. */
    private static Scaling<String> missing(String name, IntFunction<String> input) {
        return Growth.of("path: " + name, input, text -> {
            Status status = Status.of(new ApiError.NotFound(new GroupResource("g", "rs"), text));
            byte[] json = Json.CODEC.encode(status.toJson());
            IndentedJson.indent(json);
            YamlWriter.write(json);
        });
    }

    private static Scaling<String> query(String name, IntFunction<String> input) {
        return Growth.of("query: " + name, input, text -> {
            QueryParameters query = QueryParameters.parse(text);
            for (Consumer<QueryParameters> reader : List.<Consumer<QueryParameters>>of(
                    ListParameters::get,
                    all -> ListParameters.list("", all),
                    all -> ListParameters.watch("", "", all),
                    all -> WriteParameters.ofPatch(all, ""),
                    all -> WriteParameters.ofApply(all, ""),
                    all -> DeleteParameters.of(Optional.empty(), all, "v1"),
                    all -> RequestTimeout.of(all, Duration.ofMinutes(1)))) {
                answered(() -> reader.accept(query));
            }
        });
    }

    private static Scaling<String> selector(String name, IntFunction<String> input) {
        return Growth.of("selector: " + name, input, text -> {
            answered(() -> ListParameters.list(
                    "", new QueryParameters(Map.of("labelSelector", List.of(text), "fieldSelector", List.of(text)))));
            try {
                LabelSelector.parse(text).matches(Map.of("a", "b"));
            } catch (IllegalArgumentException _) {
                // A refusal is a valid response.
            }
            try {
                FieldSelector.parse(text).matches(new NamespacedName("a", "b"));
            } catch (IllegalArgumentException _) {
                // A refusal is a valid response.
            }
        });
    }

    private static Scaling<String> accept(String name, IntFunction<String> input) {
        return Growth.of("Accept: " + name, input, text -> {
            answered(() -> Negotiator.negotiate(text, Pretty.NO));
            answered(() -> Negotiator.ofDocument(text, Pretty.NO));
            answered(() -> Negotiator.ofDiscovery(text, Set.of("v2")));
            answered(() -> Negotiator.acceptsJson(text));
            answered(() -> Negotiator.acceptsGzip(text));
        });
    }

    private static Scaling<String> header(String name, IntFunction<String> input) {
        return Growth.of(name, input, text -> {
            answered(() -> PatchType.of(Optional.of(text), NamespaceKind.KIND));
            answered(() -> WriteParameters.of("CreateOptions", NO_QUERY, text));
            answered(() -> SourceIps.of(text, text, null));
        });
    }

    private static void answered(Runnable work) {
        try {
            work.run();
        } catch (ApiException e) {
            // The error message quotes the input.
            Json.CODEC.encode(Status.of(e.error()).toJson());
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readingProtobufTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> messages() {
        return Stream.of(
                message("empty fields", repeated("", i -> Protobuf.field(11, ""), "")),
                message(
                        "labels",
                        repeated("", i -> Protobuf.field(11, Protobuf.field(1, "a" + i) + Protobuf.field(2, "b")), "")),
                message(
                        "labels of equal hashes",
                        repeated(
                                "",
                                i -> Protobuf.field(11, Protobuf.field(1, Texts.colliding(i)) + Protobuf.field(2, "b")),
                                "")),
                message("finalizers", repeated("", i -> Protobuf.field(14, "example.com/a" + i), "")),
                message("numbers of fields", repeated("", i -> Protobuf.varint((100_000L + i) << 11) + "\0", "")),
                message("long numbers", repeated("", i -> "\u0008" + "\u00ff".repeat(9) + "\1", "")),
                message("a long text", size -> Protobuf.field(1, "a".repeat(size))));
    }

    private static Scaling<String> message(String name, IntFunction<String> input) {
        return Growth.of("protobuf: " + name, input, text -> {
            ProtobufMessage metadata =
                    ProtobufMessage.ofEnvelope(Protobuf.object(text)).message(1);
            metadata.text(1);
            metadata.texts(14);
            metadata.messages(11).forEach(label -> label.text(1));
        });
    }
}
