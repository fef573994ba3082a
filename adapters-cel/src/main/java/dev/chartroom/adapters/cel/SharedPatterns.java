package dev.chartroom.adapters.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.chartroom.adapters.cel.library.Patterns;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compiles each pattern once for all schemas that have it: amounts and names look the same in every chart. What no schema
 * has any more is forgotten. Thread-safe.
 */
final class SharedPatterns {
    private static final int FEW = 1_000;

    private final Map<String, WeakReference<Pattern>> known = new ConcurrentHashMap<>();

    /** @throws PatternSyntaxException where it is none */
    Pattern of(String regex) {
        WeakReference<Pattern> reference = known.get(regex);
        Pattern pattern = reference == null ? null : reference.get();
        if (pattern == null) {
            pattern = Patterns.compile(regex);
            if (known.size() >= FEW) {
                known.values().removeIf(old -> old.get() == null);
            }
            known.put(regex, new WeakReference<>(pattern));
        }
        return pattern;
    }
}
