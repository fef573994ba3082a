package dev.chartroom.adapters.cel.library;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds nested repeats that multiply to more than 1000 copies. Go refuses such repeats. RE2/J expands them, so a
 * pattern of a few bytes could exhaust the memory.
 */
final class RepeatLimit {
    private static final int MAX_REPEATS = 1000;
    private static final Pattern REPEAT = Pattern.compile("\\{(\\d{1,9})(?:(,)(\\d{0,9}))?\\}");

    private final String pattern;
    private final Deque<Long> around = new ArrayDeque<>();
    private long group = 1;
    private long last = 1;
    private int at;

    private RepeatLimit(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the repeat that exceeds the limit; empty if no repeat does. The pattern's syntax is not checked. */
    static Optional<String> firstExceeded(String pattern) {
        return new RepeatLimit(pattern).scan();
    }

    private Optional<String> scan() {
        Matcher repeat = REPEAT.matcher(pattern);
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            if (c == '{' && repeat.region(at, pattern.length()).lookingAt()) {
                last *= Math.max(1, Math.max(count(repeat.group(1)), count(repeat.group(3))));
                if (last > MAX_REPEATS) {
                    return Optional.of(repeat.group());
                }
                group = Math.max(group, last);
                at = repeat.end();
            } else if ("*+?".indexOf(c) >= 0) {
                at++;
            } else {
                atom(c);
            }
        }
        return Optional.empty();
    }

    private static long count(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private void atom(char c) {
        last = 1;
        at++;
        switch (c) {
            case '(' -> {
                around.push(group);
                group = 1;
            }
            case ')' -> {
                last = group;
                group = Math.max(last, around.isEmpty() ? 1 : around.pop());
            }
            case '[' -> at = endOfClass();
            case '\\' -> at = endOfEscape();
            default -> {}
        }
    }

    private int endOfClass() {
        int end = pattern.startsWith("^", at) ? at + 1 : at;
        end = pattern.startsWith("]", end) ? end + 1 : end;
        while (end < pattern.length() && pattern.charAt(end) != ']') {
            if (pattern.startsWith("[:", end) && pattern.indexOf(":]", end) > 0) {
                end = pattern.indexOf(":]", end) + 2;
            } else {
                end += pattern.charAt(end) == '\\' ? 2 : 1;
            }
        }
        return end + 1;
    }

    private int endOfEscape() {
        if (pattern.startsWith("Q", at)) {
            int end = pattern.indexOf("\\E", at);
            return end < 0 ? pattern.length() : end + 2;
        }
        if (at + 1 < pattern.length() && "pPx".indexOf(pattern.charAt(at)) >= 0 && pattern.charAt(at + 1) == '{') {
            int end = pattern.indexOf('}', at);
            return end < 0 ? pattern.length() : end + 1;
        }
        return at + 1;
    }
}
