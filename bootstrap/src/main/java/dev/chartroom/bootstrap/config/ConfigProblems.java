package dev.chartroom.bootstrap.config;

import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TextLayout;
import dev.chartroom.apimachinery.json.TextLayout.Place;
import dev.chartroom.apimachinery.meta.NameFormats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The problems of a configuration file. One read finds all of them. Each names the file, the line and the column if
 * they are known, and the field.
 */
final class ConfigProblems {
    private static final Pattern TOKEN = Pattern.compile("[^.\\[\\]]+");

    private final String source;
    private final byte[] yaml;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> fields = new HashSet<>();

    private record Problem(String field, String sentence) {}

    /** @param source the name of the file in messages */
    ConfigProblems(String source, byte[] yaml) {
        this.source = source;
        this.yaml = yaml;
    }

    /** Adds a problem, unless the field, an object around it or a field in it already has one. */
    void add(String field, String sentence) {
        if (!isKnown(field)) {
            problems.add(new Problem(field, sentence));
            fields.add(field);
        }
    }

    /** Adds a problem if a text is absent or blank. Returns whether there is a text. */
    boolean require(String field, @Nullable String text) {
        boolean isPresent = text != null && !text.isBlank();
        if (!isPresent) {
            add(field, "required");
        }
        return isPresent;
    }

    /** Adds a problem for each part of the name of a ConfigMap that is absent or no name. */
    @SuppressWarnings("ConstantValue") // parts that the file omits are null
    void requireName(String field, ServerConfig.ConfigMapName configMap) {
        if (require(field + ".namespace", configMap.namespace())
                && !NameFormats.dnsLabel(configMap.namespace()).isEmpty()) {
            add(field + ".namespace", "must be the name of a namespace");
        }
        if (require(field + ".name", configMap.name())
                && !NameFormats.dnsSubdomain(configMap.name()).isEmpty()) {
            add(field + ".name", "must be the name of a ConfigMap");
        }
    }

    /** Adds a problem if a number is too small. */
    void requireLeast(String field, long number, long least) {
        if (number < least) {
            add(field, "must be at least " + least);
        }
    }

    /** Ignores further problems of a field: one that was added explains them. */
    void ignore(String field) {
        fields.add(field);
    }

    /** Returns the value; the given one if the supplier throws a ConfigException, which becomes a problem. */
    <T extends @Nullable Object> T attempt(Supplier<T> value, T otherwise) {
        try {
            return value.get();
        } catch (ConfigException e) {
            String message = e.problems().getFirst();
            int colon = message.indexOf(": ");
            add(message.substring(0, Math.max(0, colon)), message.substring(colon < 0 ? 0 : colon + 2));
            return otherwise;
        }
    }

    /** Runs a check, whose ConfigException becomes a problem. */
    void check(Runnable check) {
        attempt(
                () -> {
                    check.run();
                    return true;
                },
                false);
    }

    /** @throws ConfigException if there is a problem */
    void finish() {
        if (problems.isEmpty()) {
            return;
        }
        TextLayout layout = new YamlLayoutReader().layout(yaml);
        throw new ConfigException(problems.stream()
                .sorted(Comparator.comparingInt(
                        problem -> place(layout, problem).map(Place::line).orElse(0)))
                .map(problem -> source
                        + place(layout, problem)
                                .map(place -> ":" + place.line() + ":" + place.column())
                                .orElse("")
                        + ": " + problem.field() + (problem.field().isEmpty() ? "" : ": ") + problem.sentence())
                .toList());
    }

    private boolean isKnown(String field) {
        return fields.stream().anyMatch(known -> field.equals(known) || isIn(field, known) || isIn(known, field));
    }

    private static boolean isIn(String field, String holder) {
        return field.startsWith(holder + ".") || field.startsWith(holder + "[");
    }

    /** Returns the place of the field, or of the nearest object around it that is in the file. */
    private static Optional<Place> place(TextLayout layout, Problem problem) {
        List<String> tokens = new ArrayList<>(TOKEN.matcher(problem.field())
                .results()
                .map(token -> token.group())
                .toList());
        while (!tokens.isEmpty()) {
            Place place = layout.places().get(new JsonPointer(tokens));
            if (place != null) {
                return Optional.of(place);
            }
            tokens.removeLast();
        }
        return Optional.empty();
    }
}
