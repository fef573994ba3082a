package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.URL;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.chartroom.adapters.cel.type.GoUrl;
import dev.chartroom.adapters.cel.type.UrlEscapes;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Kubernetes' library for URLs. */
public final class Urls {
    private Urls() {}

    public static Library library() {
        return new Library()
                .global("url", "string_to_url", a -> parse((String) a[0]), URL, STRING)
                .global("isURL", "is_url_string", a -> isUrl((String) a[0]), BOOL, STRING)
                .member("getScheme", "url_get_scheme", a -> url(a).scheme(), STRING, URL)
                .member("getHost", "url_get_host", a -> url(a).host(), STRING, URL)
                .member("getHostname", "url_get_hostname", a -> url(a).hostname(), STRING, URL)
                .member("getPort", "url_get_port", a -> url(a).port(), STRING, URL)
                .member("getEscapedPath", "url_get_escaped_path", a -> url(a).escapedPath(), STRING, URL)
                .member(
                        "getQuery",
                        "url_get_query",
                        a -> query(url(a).query()),
                        MapType.create(STRING, ListType.create(STRING)),
                        URL);
    }

    private static GoUrl url(Object[] arguments) {
        return (GoUrl) arguments[0];
    }

    private static GoUrl parse(String text) {
        try {
            return GoUrl.parse(text);
        } catch (CelFailure e) {
            throw new CelFailure("URL parse error during conversion from string: " + e.getMessage());
        }
    }

    static boolean isUrl(String text) {
        try {
            return GoUrl.parse(text) != null;
        } catch (CelFailure _) {
            return false;
        }
    }

    private static Object query(String query) {
        Map<String, List<Object>> values = new LinkedHashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.substring(1).split("&")) {
            int equals = pair.indexOf('=');
            if (pair.isEmpty() || pair.contains(";")) {
                continue;
            }
            try {
                String name = UrlEscapes.unescape(equals < 0 ? pair : pair.substring(0, equals), UrlEscapes.Part.QUERY);
                String value = UrlEscapes.unescape(equals < 0 ? "" : pair.substring(equals + 1), UrlEscapes.Part.QUERY);
                values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            } catch (CelFailure _) {
                // Go drops parameters that it cannot decode.
            }
        }
        PlainMap map = new PlainMap();
        values.forEach((name, all) -> map.put(name, PlainList.of(all)));
        return map;
    }
}
