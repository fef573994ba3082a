package dev.chartroom.adapters.http.api;

import dev.chartroom.ports.auth.RequestHeaders;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The headers of a request, for the authenticators. */
record HelidonHeaders(Headers headers) implements RequestHeaders {

    @Override
    public List<String> values(String name) {
        return headers.find(HeaderNames.create(name))
                .map(header -> header.allValues(false))
                .orElse(List.of());
    }

    @Override
    public Set<String> names() {
        return headers.stream()
                .map(Header::headerName)
                .map(name -> name.lowerCase())
                .collect(Collectors.toSet());
    }
}
