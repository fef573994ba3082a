package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.go.GoNumbers;
import dev.chartroom.apimachinery.status.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The decoded query of a request. A parameter without {@code =} has an empty value. */
public record QueryParameters(Map<String, List<String>> values) {

    /** Parses a raw query. A name or value with an invalid escape stays as it is. */
    public static QueryParameters parse(String rawQuery) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : rawQuery.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                values.computeIfAbsent(decode(name), _ -> new ArrayList<>()).add(decode(value));
            }
        }
        return new QueryParameters(values);
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** Returns the first value, or an empty text if there is none. */
    public String text(String name) {
        return first(name).orElse("");
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Reads a boolean parameter as apimachinery does: true if it is there and neither {@code false} nor {@code 0}. */
    public boolean flag(String name) {
        return first(name)
                .map(value -> !value.equalsIgnoreCase("false") && !value.equals("0"))
                .orElse(false);
    }

    /**
     * Reads a whole number.
     *
     * @return empty if the parameter is not there
     * @throws ApiException BadRequest if the value is empty or not a whole number
     */
    public OptionalLong integer(String name) {
        Optional<String> text = first(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        GoNumbers.signed(text.get()).ifPresent(error -> {
            throw ApiException.badRequest(error);
        });
        return OptionalLong.of(Long.parseLong(text.get()));
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }
}
