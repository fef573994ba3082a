package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.RequestHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The {@code Impersonate-} headers of a request: the user that they name, and the rights that the impersonation needs
 * (wire contract C16).
 */
record ImpersonationHeaders(RequestHeaders headers) {
    private static final String ANY = "impersonate-";
    private static final String USER = "impersonate-user";
    private static final String GROUP = "impersonate-group";
    private static final String UID = "impersonate-uid";
    private static final String EXTRA = "impersonate-extra-";
    private static final Set<String> WITHOUT_EXTRA = Set.of(USER, GROUP, UID);

    private static final String CORE = "";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    boolean areAbsent() {
        return headers.names().stream().noneMatch(name -> name.startsWith(ANY));
    }

    /**
     * Returns the named user. If the headers name a service account but no groups, the returned user has the usual
     * groups of a service account.
     *
     * @throws ApiException BadRequest if the headers name no user, are unknown or cannot be read; ignoring them would
     *     give the request other rights
     */
    UserInfo user() {
        check();
        UserInfo named = new UserInfo(name(), uid(), groups(), extra());
        if (!IdentityHeaders.isReadable(named)) {
            throw ApiException.badRequest("impersonation headers with non-ASCII values require HTTP/2");
        }
        UserInfo grouped = named.groups().isEmpty()
                ? ServiceAccountName.parse(named.name())
                        .map(account -> new UserInfo(named.name(), named.uid(), account.groups(), named.extra()))
                        .orElse(named)
                : named;
        return grouped.name().equals(UserInfo.ANONYMOUS.name()) ? unauthenticated(grouped) : grouped.authenticated();
    }

    /** Returns the accesses that the impersonation needs. The impersonating user must have a right to each. */
    List<RequestAttributes.Resource> parts(UserInfo user) {
        List<RequestAttributes.Resource> parts = new ArrayList<>();
        parts.add(ServiceAccountName.parse(name())
                .map(account -> part(user, CORE, "serviceaccounts", "", account.namespace(), account.name()))
                .orElseGet(() -> part(user, CORE, "users", "", "", name())));
        groups().forEach(group -> parts.add(part(user, CORE, "groups", "", "", group)));
        extra().forEach((key, values) ->
                values.forEach(value -> parts.add(part(user, AUTHENTICATION, "userextras", key, "", value))));
        if (!uid().isEmpty()) {
            parts.add(part(user, AUTHENTICATION, "uids", "", "", uid()));
        }
        return parts;
    }

    private static RequestAttributes.Resource part(
            UserInfo user, String group, String resource, String subresource, String namespace, String name) {
        String version = group.equals(AUTHENTICATION) ? "v1" : "";
        return new RequestAttributes.Resource(
                user, "impersonate", group, version, resource, subresource, namespace, name);
    }

    private void check() {
        String unknown = headers.names().stream()
                .filter(name -> name.startsWith(ANY) && !WITHOUT_EXTRA.contains(name) && !name.startsWith(EXTRA))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw ApiException.badRequest("impersonation by " + unknown + " is not supported");
        }
        if (name().isEmpty()) {
            throw ApiException.badRequest("requested a group, UID or extra field without impersonating a user name");
        }
    }

    private static UserInfo unauthenticated(UserInfo user) {
        if (user.isIn(UserInfo.UNAUTHENTICATED_GROUP)) {
            return user;
        }
        List<String> all = new ArrayList<>(user.groups());
        all.add(UserInfo.UNAUTHENTICATED_GROUP);
        return new UserInfo(user.name(), user.uid(), all, user.extra());
    }

    private String name() {
        return first(USER);
    }

    private String uid() {
        return first(UID);
    }

    private List<String> groups() {
        return headers.values(GROUP);
    }

    private String first(String header) {
        List<String> values = headers.values(header);
        return values.isEmpty() ? "" : values.getFirst();
    }

    private Map<String, List<String>> extra() {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        headers.names().stream()
                .filter(name -> name.startsWith(EXTRA))
                .sorted()
                .forEach(name -> extra.computeIfAbsent(
                                PercentEncoding.decode(name.substring(EXTRA.length())), _ -> new ArrayList<>())
                        .addAll(headers.values(name)));
        extra.replaceAll((_, values) -> List.copyOf(values));
        return extra;
    }
}
