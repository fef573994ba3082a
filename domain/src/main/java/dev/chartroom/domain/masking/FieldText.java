package dev.chartroom.domain.masking;

import java.util.Comparator;
import java.util.Optional;

/** Follows the path of a field in a message through the tree of sensitive fields. */
final class FieldText {
    private static final String DIGITS = "[0-9]+";

    private final String text;
    private int at;
    private MaskNode node;
    /**
     * Whether the unread part of the path can be sensitive. This is the case inside a sensitive field. It is also the
     * case if the end of a name is uncertain, because names can contain dots and brackets.
     */
    private boolean hidden;

    private FieldText(MaskNode root, String text) {
        this.text = text;
        this.node = root;
    }

    /** Returns whether a field is sensitive, is inside a sensitive field or contains a sensitive field. */
    static boolean leadsToSensitive(MaskNode root, String field) {
        FieldText walk = new FieldText(root, "." + field);
        while (walk.at < walk.text.length() && !walk.hidden && !walk.node.isEmpty()) {
            walk.step();
        }
        return walk.hidden || !walk.node.isEmpty();
    }

    /**
     * Returns the path of a conflict, such as {@code .spec.users[name="x"]}, with masks for sensitive keys and values.
     */
    static String masked(MaskNode root, String path) {
        FieldText walk = new FieldText(root, path);
        StringBuilder masked = new StringBuilder();
        while (walk.at < path.length()) {
            int start = walk.at;
            switch (path.charAt(start)) {
                case '.' -> {
                    walk.member();
                    masked.append(path, start, walk.at);
                }
                case '[' -> walk.item(masked.append('['));
                default -> walk.giveUp(masked);
            }
        }
        return masked.toString();
    }

    private void step() {
        if (text.charAt(at) == '.') {
            member();
            return;
        }
        int end = text.indexOf(']', at);
        if (text.charAt(at) == '[' && end > 0) {
            String name = text.substring(at + 1, end);
            at = end + 1;
            enter(node.child(name), node.members().containsKey(name) || name.matches(DIGITS));
        } else {
            // A key of a map can contain brackets.
            hidden = true;
        }
    }

    /** Skips a dot and a field name. A name can itself contain dots, so the longest matching name wins. */
    private void member() {
        int start = at + 1;
        Optional<String> known = node.members().keySet().stream()
                .filter(name -> text.startsWith(name, start) && endsName(start + name.length()))
                .max(Comparator.comparingInt(String::length));
        at = start + known.map(String::length).orElse(0);
        while (!endsName(at)) {
            at++;
        }
        enter(node.child(text.substring(start, at)), known.isPresent());
    }

    private boolean endsName(int index) {
        return index >= text.length() || text.charAt(index) == '.' || text.charAt(index) == '[';
    }

    private void enter(MaskNode next, boolean certain) {
        hidden |= next.sensitive() || (!certain && !next.isEmpty());
        node = next;
    }

    /**
     * Copies the text between brackets, with masks. The text is an index, the keys of an item, or the value of an item.
     */
    private void item(StringBuilder masked) {
        MaskNode item = node.child(MaskNode.WILDCARD);
        do {
            at++;
            int end = endOf(at, "=]");
            String key = text.substring(at, end);
            masked.append(key);
            at = end;
            if (at < text.length() && text.charAt(at) == '=') {
                end = endOfValue(at + 1);
                boolean sensitive = hidden || item.sensitive() || !(key.isEmpty() ? item : item.child(key)).isEmpty();
                masked.append('=').append(sensitive ? ValueMask.MASK.toString() : text.substring(at + 1, end));
                at = end;
            }
            if (at >= text.length() || ",]".indexOf(text.charAt(at)) < 0) {
                giveUp(masked);
                return;
            }
            masked.append(text.charAt(at));
        } while (text.charAt(at) == ',');
        at++;
        enter(item, true);
    }

    private int endOfValue(int start) {
        if (start >= text.length() || text.charAt(start) != '"') {
            return endOf(start, ",]");
        }
        int end = start + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    private int endOf(int start, String ends) {
        int end = start;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private void giveUp(StringBuilder masked) {
        masked.append(ValueMask.MASK.value());
        at = text.length();
    }
}
