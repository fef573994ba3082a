package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.RequestHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a user from the headers of a front proxy, which the caller has verified (wire contract C3). */
record IdentityHeaders(RequestHeaders headers, RequestHeaderTrust trust) {
    private static final char REPLACEMENT = '\ufffd';

    /** Returns the user; the user's name is empty if the headers contain no name. */
    UserInfo user() {
        return new UserInfo(first(trust.usernameHeaders()), first(trust.uidHeaders()), groups(), extra());
    }

    /**
     * Returns false if a value contains the replacement character. Over HTTP/1.1, Helidon replaces each byte that is
     * not ASCII with this character. Users whose names differ only in those bytes would become one user.
     */
    static boolean isReadable(UserInfo user) {
        return Stream.of(
                        Stream.of(user.name(), user.uid()),
                        user.groups().stream(),
                        user.extra().values().stream().flatMap(List::stream))
                .flatMap(values -> values)
                .noneMatch(value -> value.indexOf(REPLACEMENT) >= 0);
    }

    private String first(List<String> names) {
        for (String name : names) {
            List<String> values = headers.values(name);
            if (!values.isEmpty() && !values.getFirst().isEmpty()) {
                return values.getFirst();
            }
        }
        return "";
    }

    private List<String> groups() {
        return trust.groupHeaders().stream()
                .flatMap(name -> headers.values(name).stream())
                .filter(group -> !group.isEmpty())
                .toList();
    }

    private Map<String, List<String>> extra() {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        for (String prefix : trust.extraHeaderPrefixes()) {
            String start = prefix.toLowerCase(Locale.ROOT);
            for (String header : headers.names()) {
                if (header.startsWith(start)) {
                    extra.computeIfAbsent(
                                    PercentEncoding.decode(header.substring(start.length())), _ -> new ArrayList<>())
                            .addAll(headers.values(header));
                }
            }
        }
        extra.replaceAll((_, values) -> List.copyOf(values));
        return extra;
    }
}
