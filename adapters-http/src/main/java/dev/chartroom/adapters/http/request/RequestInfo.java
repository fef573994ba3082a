package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the method and path of a request mean (wire contract C10). */
public sealed interface RequestInfo {

    /** The attributes that are authorized. */
    RequestAttributes attributes(UserInfo user);

    /**
     * A path below {@code /apis/G/V/}.
     *
     * @param namespace empty for all namespaces
     * @param name empty where no single object is meant
     * @param subresource empty for the object itself
     * @param selectedName the name that a field selector narrows the request to; empty for none
     */
    record Resource(
            String verb,
            String group,
            String version,
            String namespace,
            String resource,
            String name,
            String subresource,
            String selectedName)
            implements RequestInfo {

        @Override
        public RequestAttributes.Resource attributes(UserInfo user) {
            return new RequestAttributes.Resource(
                    user, verb, group, version, resource, subresource, namespace, name.isEmpty() ? selectedName : name);
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
    }

    /**
     * Reads the method, raw path and query of a request.
     *
     * @throws ApiException BadRequest where a name in the path could be read as a path of its own
     */
    static RequestInfo of(String method, String rawPath, QueryParameters query) {
        List<String> segments = segments(rawPath);
        if (segments.size() < 4 || !segments.getFirst().equals("apis")) {
            return new NonResource(method.toLowerCase(Locale.ROOT), rawPath);
        }
        String group = segments.get(1);
        String version = segments.get(2);
        List<String> rest = segments.subList(3, segments.size());
        String namespace = "";
        if (rest.getFirst().equals("namespaces") && rest.size() > 2) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        String name = rest.size() > 1 ? rest.get(1) : "";
        String subresource = rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "";
        checkSegment(namespace);
        checkSegment(name);
        String verb = verb(method, name, query);
        boolean selects = verb.equals("list") || verb.equals("watch");
        return new Resource(
                verb,
                group,
                version,
                namespace,
                rest.getFirst(),
                name,
                subresource,
                selects ? selectedName(query.text("fieldSelector")) : "");
    }

    private static String verb(String method, String name, QueryParameters query) {
        return switch (method) {
            case "GET", "HEAD" -> !name.isEmpty() ? "get" : query.flag("watch") ? "watch" : "list";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
            // No verb of Kubernetes: a method that is called like one must not pass for it.
            default -> "";
        };
    }

    private static String selectedName(String fieldSelector) {
        try {
            return FieldSelector.parse(fieldSelector)
                    .required(FieldSelector.Field.NAME)
                    .orElse("");
        } catch (IllegalArgumentException _) {
            // Refused later, by whoever serves the request.
            return "";
        }
    }

    private static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath.split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(decode(segment));
            }
        }
        return segments;
    }

    /** What apimachinery's IsValidPathSegmentName refuses: it could be read as another path than was authorized. */
    private static void checkSegment(String segment) {
        if (segment.equals(".") || segment.equals("..") || segment.contains("/") || segment.contains("%")) {
            throw ApiException.badRequest("\"" + segment + "\" cannot be a name in the path of a request");
        }
    }

    private static String decode(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return segment;
        }
    }
}
