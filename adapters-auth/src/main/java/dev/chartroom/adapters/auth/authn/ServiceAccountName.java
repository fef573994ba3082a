package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.meta.NameFormats;
import java.util.List;
import java.util.Optional;

/** The service account in a user name of the form {@code system:serviceaccount:NAMESPACE:NAME}. */
record ServiceAccountName(String namespace, String name) {
    private static final String PREFIX = "system:serviceaccount:";
    private static final String GROUP = "system:serviceaccounts";

    /** Reads a user name; empty if the user is not a service account. */
    static Optional<ServiceAccountName> parse(String user) {
        if (!user.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String[] parts = user.substring(PREFIX.length()).split(":", -1);
        return parts.length == 2
                        && NameFormats.dnsLabel(parts[0]).isEmpty()
                        && NameFormats.dnsSubdomain(parts[1]).isEmpty()
                ? Optional.of(new ServiceAccountName(parts[0], parts[1]))
                : Optional.empty();
    }

    /** Returns the groups that follow from the name of the service account. */
    List<String> groups() {
        return List.of(GROUP, GROUP + ":" + namespace);
    }
}
