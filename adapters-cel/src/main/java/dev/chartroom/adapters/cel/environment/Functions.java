package dev.chartroom.adapters.cel.environment;

import dev.cel.common.CelFunctionDecl;
import dev.chartroom.adapters.cel.library.Addresses;
import dev.chartroom.adapters.cel.library.Arithmetic;
import dev.chartroom.adapters.cel.library.Authorizers;
import dev.chartroom.adapters.cel.library.CelFunction;
import dev.chartroom.adapters.cel.library.Comparisons;
import dev.chartroom.adapters.cel.library.Conversions;
import dev.chartroom.adapters.cel.library.Formats;
import dev.chartroom.adapters.cel.library.JsonPatches;
import dev.chartroom.adapters.cel.library.Library;
import dev.chartroom.adapters.cel.library.ListExtensions;
import dev.chartroom.adapters.cel.library.Lists;
import dev.chartroom.adapters.cel.library.Optionals;
import dev.chartroom.adapters.cel.library.Patterns;
import dev.chartroom.adapters.cel.library.Quantities;
import dev.chartroom.adapters.cel.library.Semvers;
import dev.chartroom.adapters.cel.library.Strings;
import dev.chartroom.adapters.cel.library.TimeFunctions;
import dev.chartroom.adapters.cel.library.Urls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds functions by name and overload, in all libraries. */
public final class Functions {
    private static final List<Library> LIBRARIES = List.of(
            Strings.library(),
            Lists.library(),
            ListExtensions.library(),
            Optionals.library(),
            Patterns.library(),
            Urls.library(),
            Quantities.library(),
            Addresses.library(),
            Semvers.library(),
            Formats.library());
    private static final List<Library> ADMISSION = List.of(Authorizers.library(), JsonPatches.library());
    private static final Map<String, CelFunction> BY_NAME = byName();
    private static final Map<String, CelFunction> BY_OVERLOAD = byOverload();

    private Functions() {}

    /**
     * Returns the function that a call refers to; null if there is none.
     *
     * @param overload the only overload that the type checker found; empty if the arguments decide at run time
     */
    public static @Nullable CelFunction find(String name, String overload) {
        CelFunction function = BY_OVERLOAD.get(overload);
        return function == null ? BY_NAME.get(name) : function;
    }

    /** Returns the declarations of the functions that dev.cel does not declare itself. */
    static List<CelFunctionDecl> declarations() {
        List<CelFunctionDecl> declarations = new ArrayList<>();
        merged(LIBRARIES).declarations().forEach(declarations::add);
        return declarations;
    }

    /** Returns the declarations of the functions that only expressions of admission have. */
    static List<CelFunctionDecl> admissionDeclarations() {
        return merged(ADMISSION).declarations();
    }

    private static Library merged(List<Library> libraries) {
        return libraries.stream().reduce(new Library(), Library::and);
    }

    private static Library all() {
        return merged(LIBRARIES).and(merged(ADMISSION));
    }

    private static Map<String, CelFunction> byName() {
        Map<String, CelFunction> functions = new HashMap<>(all().byName());
        List.of(
                        Arithmetic.functions(),
                        Comparisons.functions(),
                        Conversions.functions(),
                        TimeFunctions.functions(),
                        Strings.functions(),
                        Patterns.functions(),
                        ListExtensions.functions(),
                        Optionals.functions())
                .forEach(functions::putAll);
        return Map.copyOf(functions);
    }

    private static Map<String, CelFunction> byOverload() {
        return Map.copyOf(all().byOverload());
    }
}
