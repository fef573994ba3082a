package dev.chartroom.adapters.cel.admission;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The types that an expression can construct: {@code JSONPatch}, {@code Object}, and the types of nested objects, such
 * as {@code Object.spec}. An {@code Object} type may have any field, but the type checker needs all fields in advance.
 * So each word of the expression is declared as a field.
 */
final class PatchTypes implements CelTypeProvider {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final ImmutableSet<String> words;

    /** @param words all names that the expression contains */
    PatchTypes(Set<String> words) {
        this.words = ImmutableSet.copyOf(words);
    }

    /** Returns all names that an expression contains, and other words, such as those in string literals. */
    static Set<String> words(String expression) {
        return WORD.matcher(expression).results().map(MatchResult::group).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableList.of();
    }

    @Override
    public Optional<CelType> findType(String name) {
        if (name.equals(PatchStructs.JSON_PATCH)) {
            return Optional.of(StructType.create(name, JsonPatchValue.FIELDS, PatchTypes::typeInPatch));
        }
        return PatchStructs.isObject(name)
                ? Optional.of(StructType.create(name, words, _ -> Optional.of(SimpleType.DYN)))
                : Optional.empty();
    }

    private static Optional<CelType> typeInPatch(String field) {
        return Optional.of(field.equals(JsonPatchValue.VALUE) ? SimpleType.DYN : SimpleType.STRING);
    }
}
