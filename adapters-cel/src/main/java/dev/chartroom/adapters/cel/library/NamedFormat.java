package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named format. Formats with the same name are equal.
 *
 * @param regexSize the pattern size from which kube-apiserver computes the cost of a validation
 * @param validate returns the errors of a text; empty if it is valid
 */
public record NamedFormat(String name, int regexSize, Function<String, List<String>> validate) implements OpaqueValue {
    private static final TypeValue TYPE = new TypeValue("kubernetes.NamedFormat");

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NamedFormat that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
