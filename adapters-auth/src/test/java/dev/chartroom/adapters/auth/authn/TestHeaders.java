package dev.chartroom.adapters.auth.authn;

import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.auth.RequestHeaders;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Headers from alternating names and values. */
record TestHeaders(Map<String, List<String>> byName) implements RequestHeaders {
    static final String PEER = "192.0.2.1";

    static TestHeaders of(String... namesAndValues) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            byName.computeIfAbsent(namesAndValues[i].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(namesAndValues[i + 1]);
        }
        return new TestHeaders(byName);
    }

    static Credentials credentials(String... namesAndValues) {
        return new Credentials(List.of(), of(namesAndValues), PEER);
    }

    static Credentials credentials(X509Certificate certificate, String... namesAndValues) {
        return new Credentials(List.of(certificate), of(namesAndValues), PEER);
    }

    @Override
    public List<String> values(String name) {
        return byName.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public Set<String> names() {
        return byName.keySet();
    }
}
