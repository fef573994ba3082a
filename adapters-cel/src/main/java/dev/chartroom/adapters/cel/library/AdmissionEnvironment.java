package dev.chartroom.adapters.cel.library;

import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What expressions of admission are compiled in: the environment that kube-apiserver 1.36 gives to policies and match
 * conditions. It declares less of the types of objects, so what only a type checker would refuse fails when it is
 * evaluated.
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

    /** The names of the variables that expressions see, in order. */
    public static List<String> names() {
        return List.copyOf(VARIABLES.keySet());
    }

    /** For expressions that construct nothing but lists and maps. */
    public static CelCompiler compiler() {
        return COMPILER;
    }

    /** @param types what expressions construct */
    public static CelCompiler compiler(CelTypeProvider types) {
        return declared().setTypeProvider(types).build();
    }
}
