package dev.chartroom.apimachinery.status;

import dev.chartroom.apimachinery.json.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The errors or warnings about one object, limited in total length. A short input can cause many entries, each longer
 * than its cause. Each entry contains its path, so the text can be quadratic in the size of the object. Not
 * thread-safe.
 *
 * @param <T> an error or a warning
 */
public final class BoundedReport<T> {
    /** The limit in characters. The entry that reaches the limit is the last entry. */
    public static final int LIMIT = 1024 * 1024;

    private static final FieldError MORE_ERRORS = FieldError.invalid(
            FieldError.NO_FIELD,
            JsonNull.NULL,
            "there are more errors than can be listed; correct the listed errors to see the others");
    private static final String MORE_WARNINGS = "there are more warnings than can be listed";

    private final List<T> entries = new ArrayList<>();
    private final ToIntFunction<T> length;
    private final @Nullable T more;
    private long size;
    private boolean cut;

    /** @param more the last entry of a truncated report; null for none */
    private BoundedReport(ToIntFunction<T> length, @Nullable T more) {
        this.length = length;
        this.more = more;
    }

    public static BoundedReport<FieldError> ofErrors() {
        return new BoundedReport<>(
                error -> error.field().length() + error.message().length(), MORE_ERRORS);
    }

    public static BoundedReport<ApiError.ApplyConflict.Claim> ofClaims() {
        return new BoundedReport<>(
                claim -> claim.manager().length() + claim.field().length(), null);
    }

    /** Returns a report of sentences. */
    public static BoundedReport<String> ofWarnings() {
        return new BoundedReport<>(String::length, MORE_WARNINGS);
    }

    /** Returns a report of paths or parts of a sentence. */
    public static BoundedReport<String> ofTexts() {
        return new BoundedReport<>(String::length, null);
    }

    /** @param entry supplies the entry; called only if there is room for it */
    public void add(Supplier<? extends T> entry) {
        if (size < LIMIT) {
            T made = entry.get();
            entries.add(made);
            size += length.applyAsInt(made);
        } else {
            cut = true;
        }
    }

    /** Adds the entries of another report, which might be truncated. */
    public void addAll(List<? extends T> others) {
        addAll(others, entry -> entry);
    }

    /** @param change changes an entry before the entry is added; called only if there is room for the entry */
    public void addAll(List<? extends T> others, UnaryOperator<T> change) {
        for (T entry : others) {
            if (entry.equals(more)) {
                cut = true;
            } else {
                add(() -> change.apply(entry));
            }
        }
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Returns the entries in the order in which they were added. A truncated report of errors or warnings ends with an
     * entry that says so. Unmodifiable.
     */
    public List<T> entries() {
        if (!cut || more == null) {
            return List.copyOf(entries);
        }
        List<T> all = new ArrayList<>(entries);
        all.add(Objects.requireNonNull(more));
        return List.copyOf(all);
    }
}
