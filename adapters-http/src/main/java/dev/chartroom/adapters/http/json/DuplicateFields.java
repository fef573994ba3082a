package dev.chartroom.adapters.http.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The fields that a JSON document holds twice, in the words of apimachinery. As there, no more than a hundred are named;
 * and no more once their names fill 64 KiB, as every one repeats the names of what holds it.
 */
final class DuplicateFields {
    private static final int MAX = 100;
    private static final int MAX_CHARACTERS = 64 * 1024;

    private final List<String> sentences = new ArrayList<>();
    private int characters;

    /** Takes note of the field at which the parser stands. */
    void add(JsonStreamContext field) {
        if (sentences.size() < MAX && characters < MAX_CHARACTERS) {
            String path = path(field);
            characters += path.length();
            sentences.add("duplicate field \"" + path + "\"");
        }
    }

    List<String> sentences() {
        return sentences;
    }

    /** Such as {@code spec.users[0].name}. */
    private static String path(JsonStreamContext field) {
        Deque<JsonStreamContext> holders = new ArrayDeque<>();
        for (JsonStreamContext holder = field; !holder.inRoot(); holder = holder.getParent()) {
            holders.push(holder);
        }
        StringBuilder path = new StringBuilder();
        for (JsonStreamContext holder : holders) {
            if (holder.inArray()) {
                path.append('[').append(holder.getCurrentIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(holder.getCurrentName());
            }
        }
        return path.toString();
    }
}
