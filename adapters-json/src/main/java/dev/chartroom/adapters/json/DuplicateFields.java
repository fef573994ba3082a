package dev.chartroom.adapters.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Records the duplicate fields of a JSON document in apimachinery's words. It names at most 100 fields, as apimachinery
 * does. It also stops once the paths fill 64 KiB, because each path repeats the names of its parents.
 */
final class DuplicateFields {
    private static final int MAX = 100;
    private static final int MAX_CHARACTERS = 64 * 1024;

    private final List<String> messages = new ArrayList<>();
    private int characters;

    /** Records the field at the parser's current position. */
    void add(JsonStreamContext field) {
        if (messages.size() < MAX && characters < MAX_CHARACTERS) {
            String path = path(field);
            characters += path.length();
            messages.add("duplicate field \"" + path + "\"");
        }
    }

    List<String> messages() {
        return messages;
    }

    /** Returns the path of a field, such as {@code spec.users[0].name}. */
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
