package dev.chartroom.adapters.cel.environment;

import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.chartroom.adapters.cel.type.RuntimeTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment in which expressions of admission are compiled. It equals the environment of policies and match
 * conditions in kube-apiserver 1.36. Objects have no declared types in this environment. So an expression with a type
 * error in an object compiles, but its evaluation fails.
 */
public final class AdmissionEnvironment {
    private static final Map<String, CelType> VARIABLES = variables();
    private static final CelCompiler COMPILER = declared().build();

    private AdmissionEnvironment() {}

    private static Map<String, CelType> variables() {
        Map<String, CelType> variables = new LinkedHashMap<>();
        List.of("object", "oldObject", "request", "params", "namespaceObject", "variables")
                .forEach(name -> variables.put(name, SimpleType.DYN));
        variables.put("authorizer", RuntimeTypes.AUTHORIZER);
        variables.put("authorizer.requestResource", RuntimeTypes.RESOURCE_CHECK);
        return variables;
    }

    private static CelCompilerBuilder declared() {
        CelCompilerBuilder builder = Environment.extended().addFunctionDeclarations(Functions.admissionDeclarations());
        VARIABLES.forEach(builder::addVar);
        return builder;
    }

    /** Returns the names of the variables that expressions see, in the order of their declarations. */
    public static List<String> names() {
        return List.copyOf(VARIABLES.keySet());
    }

    /** Returns a compiler for expressions that construct no values except lists and maps. */
    public static CelCompiler compiler() {
        return COMPILER;
    }

    /** @param types the types that expressions can construct */
    public static CelCompiler compiler(CelTypeProvider types) {
        return declared().setTypeProvider(types).build();
    }
}
