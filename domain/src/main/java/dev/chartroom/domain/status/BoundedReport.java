package dev.chartroom.domain.status;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The errors or warnings about one object, as many as somebody may read. Each names its path, so the text of all of them may
 * be quadratic in the size of the object: one long key around many bad items is enough. Not thread-safe.
 *
 * @param <T> an error or a warning
 */
public final class BoundedReport<T> {
    /** In characters. The first entry beyond it is the last one. */
    static final int LIMIT = 1024 * 1024;

    private final List<T> entries = new ArrayList<>();
    private final ToIntFunction<T> length;
    private long size;

    private BoundedReport(ToIntFunction<T> length) {
        this.length = length;
    }

    public static BoundedReport<FieldError> ofErrors() {
        return new BoundedReport<>(
                error -> error.field().length() + error.message().length());
    }

    public static BoundedReport<ApiError.ApplyConflict.Claim> ofClaims() {
        return new BoundedReport<>(
                claim -> claim.manager().length() + claim.field().length());
    }

    public static BoundedReport<String> ofTexts() {
        return new BoundedReport<>(String::length);
    }

    /** @param entry is made only if there is room for it */
    public void add(Supplier<? extends T> entry) {
        if (size < LIMIT) {
            T made = entry.get();
            entries.add(made);
            size += length.applyAsInt(made);
        }
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** In the order in which they were added. Unmodifiable. */
    public List<T> entries() {
        return List.copyOf(entries);
    }
}
