package dev.chartroom.kubernetes.client;

import io.kubernetes.client.openapi.Pair;
import java.util.ArrayList;
import java.util.List;

/** The query parameters of a request, in order. */
public final class Query {
    private final List<Pair> pairs = new ArrayList<>();

    /** Adds a parameter, unless its value is empty. */
    public Query with(String name, String value) {
        if (!value.isEmpty()) {
            pairs.add(new Pair(name, value));
        }
        return this;
    }

    List<Pair> pairs() {
        return pairs;
    }
}
