package dev.chartroom.e2e.clients;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Removes the intended differences from the output of one case. */
final class AcceptedDifferences {
    private static final JacksonCodec CODEC = new JacksonCodec();

    private final List<AcceptedDifference> accepted;
    private final Set<AcceptedDifference> met = new HashSet<>();

    AcceptedDifferences(List<AcceptedDifference> accepted) {
        this.accepted = List.copyOf(accepted);
    }

    /** Returns all differences of {@code clients/accepted.yaml}. */
    static List<AcceptedDifference> all() {
        try (var file = AcceptedDifferences.class.getResourceAsStream("/clients/accepted.yaml")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("(?m)^---$"))
                    .map(document -> AcceptedDifference.read(
                            (JsonObject) CODEC.parseYaml(document.getBytes(StandardCharsets.UTF_8))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the differences that a case must show. */
    static AcceptedDifferences of(String name) {
        return new AcceptedDifferences(all().stream()
                .filter(difference -> difference.cases().contains(name))
                .toList());
    }

    /** Replaces intended differences in the output of a step by their ids. */
    AcceptedDifference.Shown without(AcceptedDifference.Shown shown) {
        AcceptedDifference.Shown rest = shown;
        for (AcceptedDifference difference : accepted) {
            if (difference.isIn(rest)) {
                met.add(difference);
                rest = difference.without(rest);
            }
        }
        return rest;
    }

    /** Returns the differences that no step has shown. */
    List<AcceptedDifference> missed() {
        List<AcceptedDifference> missed = new ArrayList<>(accepted);
        missed.removeAll(met);
        return missed;
    }
}
