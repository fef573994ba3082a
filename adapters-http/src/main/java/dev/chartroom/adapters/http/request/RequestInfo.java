package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The meaning of a request's method and path (wire contract C10). */
public sealed interface RequestInfo {
    /**
     * Path segments that name the verb. They stand before the namespace or resource, as in the first version of the
     * API.
     */
    Set<String> VERBS_OF_PATHS = Set.of("watch", "proxy");
    /** Verbs whose selectors are authorized with the request (wire contract C11). */
    Set<String> VERBS_THAT_SELECT = Set.of("list", "watch", "deletecollection");

    /**
     * If the path names a resource, returns the Kubernetes verb, or an empty text for a method that has none. For any
     * other path, returns the HTTP method in lower case.
     */
    String verb();

    /** Returns the attributes to authorize. */
    RequestAttributes attributes(UserInfo user);

    /** Returns whether the answer can last for hours, as that of a watch can; the rule is that of a kube-apiserver. */
    boolean isLongRunning();

    /** In bytes. No object has a longer name or namespace. */
    int MAX_SEGMENT = 253;

    /**
     * Subresources of a namespace. A path segment directly after the name of a namespace usually names a resource in
     * the namespace. These segments name a subresource instead.
     */
    Set<String> SUBRESOURCES_OF_NAMESPACES = Set.of("status", "finalize");

    /**
     * A path below {@code /apis/G/V/}, or below {@code /api/V/} for the core group.
     *
     * @param namespace empty for all namespaces, and for a namespace itself
     * @param name empty if the request is not for a single object; a watch has a name only below the deprecated path
     *     {@code /watch/}
     * @param subresource empty for the object itself
     * @param fieldSelector the field selector of a request for several objects. If the client's selector is malformed,
     *     this one selects everything, and the request's handler later rejects the request.
     * @param labelSelector the label selector, with the same rules as the field selector
     */
    record Resource(
            String verb,
            String group,
            String version,
            String namespace,
            String resource,
            String name,
            String subresource,
            FieldSelector fieldSelector,
            LabelSelector labelSelector)
            implements RequestInfo {

        @Override
        public RequestAttributes.Resource attributes(UserInfo user) {
            return new RequestAttributes.Resource(
                    user,
                    verb,
                    group,
                    version,
                    resource,
                    subresource,
                    namespace,
                    name.isEmpty() ? selectedName() : name,
                    fieldSelector,
                    labelSelector);
        }

        @Override
        public boolean isLongRunning() {
            return verb.equals("watch") || subresource.equals("log");
        }

        /**
         * Returns the name that the field selector requires, or an empty text if it requires none. For the verb
         * deletecollection, the text is always empty, as upstream.
         */
        private String selectedName() {
            return verb.equals("deletecollection")
                    ? ""
                    : fieldSelector
                            .required(FieldSelector.Field.NAME)
                            .filter(selected ->
                                    NameFormats.pathSegment(selected).isEmpty())
                            .orElse("");
        }

        /**
         * True if no object can have the name or be in the namespace, because the name or the namespace is too long.
         * Upstream finds no such object, either.
         */
        public boolean namesNoObject() {
            return isTooLong(name) || isTooLong(namespace);
        }

        private static boolean isTooLong(String segment) {
            return segment.length() > MAX_SEGMENT || NameFormats.bytes(segment) > MAX_SEGMENT;
        }

        public NamespacedName namespacedName() {
            return new NamespacedName(namespace, name);
        }
    }

    /**
     * Any other path.
     *
     * @param verb the HTTP method in lower case
     */
    record NonResource(String verb, String path) implements RequestInfo {

        @Override
        public RequestAttributes attributes(UserInfo user) {
            return new RequestAttributes.NonResource(user, verb, path);
        }

        @Override
        public boolean isLongRunning() {
            return false;
        }
    }

    /**
     * Reads the method, raw path and query of a request.
     *
     * @param core true if there is a core group. Without a core group, paths below {@code /api/} name no resources.
     * @throws ApiException BadRequest if the name or namespace in the path is a dot or two dots, or contains {@code %}
     */
    static RequestInfo of(String method, String rawPath, QueryParameters query, boolean core) {
        List<String> segments = segments(rawPath);
        boolean ofCore = core && segments.getFirst().equals("api");
        int before = ofCore ? 2 : 3;
        if (segments.size() <= before || !ofCore && !segments.getFirst().equals("apis")) {
            return new NonResource(method.toLowerCase(Locale.ROOT), rawPath);
        }
        String group = ofCore ? "" : segments.get(1);
        String version = segments.get(before - 1);
        List<String> rest = segments.subList(before, segments.size());
        String verbOfPath = "";
        if (rest.size() > 1 && VERBS_OF_PATHS.contains(rest.getFirst())) {
            verbOfPath = rest.getFirst();
            rest = rest.subList(1, rest.size());
        }
        String namespace = "";
        if (rest.getFirst().equals("namespaces")
                && rest.size() > 2
                && !(ofCore && SUBRESOURCES_OF_NAMESPACES.contains(rest.get(2)))) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        String name = rest.size() > 1 ? rest.get(1) : "";
        // Any further segments are ignored, as upstream.
        String subresource = rest.size() > 2 ? rest.get(2) : "";
        checkSegment("Namespace", namespace);
        checkSegment("Name", name);
        String verb = verbOfPath.isEmpty() ? verb(method, name, query) : verbOfPath;
        boolean selects = verbOfPath.isEmpty() && VERBS_THAT_SELECT.contains(verb);
        return new Resource(
                verb,
                group,
                version,
                namespace,
                rest.getFirst(),
                name,
                subresource,
                selector(selects ? query.text("fieldSelector") : "", FieldSelector::parse, FieldSelector.EVERYTHING),
                selector(selects ? query.text("labelSelector") : "", LabelSelector::parse, LabelSelector.EVERYTHING));
    }

    private static String verb(String method, String name, QueryParameters query) {
        return switch (method) {
            case "GET", "HEAD" -> !name.isEmpty() ? "get" : query.flag("watch") ? "watch" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
            // An HTTP method that is named like a verb of Kubernetes must not count as that verb.
            default -> "";
        };
    }

    private static <T> T selector(String text, Function<String, T> parser, T everything) {
        if (text.length() > ListParameters.MAX_SELECTOR) {
            return everything;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException _) {
            return everything;
        }
    }

    private static List<String> segments(String rawPath) {
        if (rawPath.startsWith("//")) {
            // Not a path of the API, although the code below would read it as one.
            return List.of("");
        }
        String path = decode(rawPath);
        int start = 0;
        int end = path.length();
        while (start < end && path.charAt(start) == '/') {
            start++;
        }
        while (end > start && path.charAt(end - 1) == '/') {
            end--;
        }
        // The path is decoded before the split, as upstream. So upstream authorizes the same segments, including empty
        // ones.
        return List.of(path.substring(start, end).split("/", -1));
    }

    /**
     * Rejects the segments that apimachinery's IsValidPathSegmentName rejects. With such a segment, a path could be
     * read as a path other than the authorized one.
     */
    private static void checkSegment(String parameter, String segment) {
        if (segment.equals(".") || segment.equals("..")) {
            throw invalid(parameter, segment, "be '" + segment + "'");
        }
        if (segment.contains("%")) {
            throw invalid(parameter, segment, "contain '%'");
        }
    }

    private static ApiException invalid(String parameter, String segment, String what) {
        return ApiException.badRequest(
                parameter + " parameter invalid: " + new JsonString(segment) + ": may not " + what);
    }

    private static String decode(String path) {
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return path;
        }
    }
}
