package dev.chartroom.adapters.cel.environment;

import dev.cel.checker.CelChecker;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.chartroom.adapters.cel.library.SortByMacro;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.util.List;

/**
 * The environment in which expressions are compiled. It equals the environment of new rules of
 * CustomResourceDefinitions in kube-apiserver 1.36. It lacks the functions of authorization, because rules have no
 * {@code authorizer} to call them on.
 */
public final class Environment {
    /** The variable for the value that a rule validates. */
    public static final String SELF = "self";

    public static final String OLD_SELF = "oldSelf";

    private static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .enableOptionalSyntax(true)
            .resolveTypeDependencies(false)
            .maxParseRecursionDepth(250)
            .build();
    private static final CelCompiler BASE = base();
    private static final Vocabulary VOCABULARY = Vocabulary.of(BASE);

    private Environment() {}

    private static CelCompiler base() {
        return CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(CelExtensions.optional(2), CelExtensions.comprehensions(), CelExtensions.sets(OPTIONS))
                .addMacros(SortByMacro.MACRO)
                .addVar(TypeValue.DURATION.name(), TypeType.create(SimpleType.DURATION))
                .addVar(TypeValue.TIMESTAMP.name(), TypeType.create(SimpleType.TIMESTAMP))
                .addFunctionDeclarations(Functions.declarations())
                .build();
    }

    /** Returns a builder that starts from this environment, for environments with more declarations. */
    static CelCompilerBuilder extended() {
        return BASE.toCompilerBuilder();
    }

    /**
     * Compiles an expression.
     *
     * @param types the object types that {@code self} consists of
     * @throws CelValidationException if the expression does not compile
     */
    public static CelAbstractSyntaxTree compile(String expression, CelTypeProvider types, CelType self)
            throws CelValidationException {
        return compile(expression, types, List.of(CelVarDecl.newVarDeclaration(SELF, self)));
    }

    /** Compiles an expression of a rule, which also sees {@code oldSelf}. */
    public static CelAbstractSyntaxTree compile(String expression, CelTypeProvider types, CelType self, CelType oldSelf)
            throws CelValidationException {
        return compile(
                expression,
                types,
                List.of(CelVarDecl.newVarDeclaration(SELF, self), CelVarDecl.newVarDeclaration(OLD_SELF, oldSelf)));
    }

    private static CelAbstractSyntaxTree compile(String expression, CelTypeProvider types, List<CelVarDecl> variables)
            throws CelValidationException {
        CelAbstractSyntaxTree parsed = BASE.parse(expression).getAst();
        CelChecker checker = CelCompilerFactory.standardCelCheckerBuilder()
                .setOptions(OPTIONS)
                .setStandardEnvironmentEnabled(false)
                .addVarDeclarations(VOCABULARY.variables())
                .addFunctionDeclarations(VOCABULARY.functionsIn(parsed))
                .addVarDeclarations(variables)
                .setTypeProvider(types)
                .build();
        return checker.check(parsed).getAst();
    }
}
