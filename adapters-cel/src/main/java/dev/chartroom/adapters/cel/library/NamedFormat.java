package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A format that has a name. Equal to another of that name.
 *
 * @param regexSize by which apiserver reckons what a validation costs
 * @param validate what is wrong with a text; empty where nothing is
 */
record NamedFormat(String name, int regexSize, Function<String, List<String>> validate) implements OpaqueValue {
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
