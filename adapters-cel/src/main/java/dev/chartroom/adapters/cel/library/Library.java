package dev.chartroom.adapters.cel.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.chartroom.adapters.cel.type.RuntimeTypes;
import dev.chartroom.adapters.cel.value.CelError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A set of functions with their declarations. */
public final class Library {
    private record Overload(CelOverloadDecl declaration, CelFunction function) {}

    private final Map<String, List<Overload>> overloads = new LinkedHashMap<>();

    Library global(String name, String overload, CelFunction function, CelType result, CelType... parameters) {
        return add(name, CelOverloadDecl.newGlobalOverload(overload, result, parameters), function);
    }

    Library member(String name, String overload, CelFunction function, CelType result, CelType... parameters) {
        return add(name, CelOverloadDecl.newMemberOverload(overload, result, parameters), function);
    }

    private Library add(String name, CelOverloadDecl declaration, CelFunction function) {
        overloads.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Overload(declaration, function));
        return this;
    }

    /** Returns a library with the functions of both libraries. */
    public Library and(Library other) {
        Library both = new Library();
        overloads.forEach((name, all) -> both.overloads.put(name, new ArrayList<>(all)));
        other.overloads.forEach((name, all) ->
                both.overloads.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(all));
        return both;
    }

    public List<CelFunctionDecl> declarations() {
        List<CelFunctionDecl> declarations = new ArrayList<>();
        overloads.forEach((name, all) -> declarations.add(CelFunctionDecl.newFunctionDeclaration(
                name, all.stream().map(Overload::declaration).toList())));
        return declarations;
    }

    /** Returns the functions by overload id. */
    public Map<String, CelFunction> byOverload() {
        Map<String, CelFunction> functions = new LinkedHashMap<>();
        overloads
                .values()
                .forEach(all -> all.forEach(
                        overload -> functions.put(overload.declaration().overloadId(), overload.function())));
        return functions;
    }

    /** Returns the functions by name. Each function selects its overload according to the types of the arguments. */
    public Map<String, CelFunction> byName() {
        Map<String, CelFunction> functions = new LinkedHashMap<>();
        overloads.forEach((name, all) -> {
            List<Overload> candidates = List.copyOf(all);
            functions.put(name, arguments -> dispatch(candidates, arguments));
        });
        return functions;
    }

    private static Object dispatch(List<Overload> candidates, Object[] arguments) {
        for (Overload candidate : candidates) {
            if (RuntimeTypes.fit(candidate.declaration().parameterTypes(), arguments)) {
                return candidate.function().apply(arguments);
            }
        }
        return CelError.NO_SUCH_OVERLOAD;
    }
}
