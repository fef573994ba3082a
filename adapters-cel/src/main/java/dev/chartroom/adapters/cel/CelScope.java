package dev.chartroom.adapters.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.types.TypeType;
import dev.chartroom.adapters.cel.environment.Environment;
import dev.chartroom.adapters.cel.program.Declarations;
import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.schema.DeclaredTypes;
import dev.chartroom.adapters.cel.schema.StructuralSchema;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.RuleExpression;
import dev.chartroom.apimachinery.schema.rule.RuleLanguage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Compiles the expressions of one node of a schema. */
final class CelScope implements RuleLanguage.Scope {
    private final StructuralSchema schema;
    private final DeclaredTypes types;
    private final Shared<Rule, CelRule> rules;

    /** The cache key: everything that a compiled rule depends on. */
    record Rule(StructuralSchema schema, String expression, boolean optionalOldSelf, CelType resultType) {}

    /**
     * @param rules a cache of compiled rules
     * @throws IllegalArgumentException if expressions cannot see values of the schema
     */
    CelScope(JsonObject declared, Shared<Rule, CelRule> rules) {
        this.schema = StructuralSchema.of(declared);
        this.types = DeclaredTypes.of(schema);
        this.rules = rules;
    }

    @Override
    public RuleExpression rule(String expression, boolean optionalOldSelf) {
        return compile(expression, optionalOldSelf, SimpleType.BOOL, "must be true or false");
    }

    @Override
    public RuleExpression message(String expression, boolean optionalOldSelf) {
        return compile(expression, optionalOldSelf, SimpleType.STRING, "must be a string");
    }

    /**
     * @throws IllegalArgumentException if the expression does not compile or its type has no JSON form; the message
     *     says why
     */
    ValueExpression value(String expression) {
        Program program = compile(
                expression,
                () -> Environment.compile(expression, types, types.root()),
                CelValue.DECLARATIONS,
                resultType -> {
                    if (!hasJson(resultType)) {
                        throw refused(
                                expression, "JSON cannot represent a value of type " + CelTypes.format(resultType));
                    }
                });
        return new CelValue(expression.strip(), program, schema);
    }

    private static boolean hasJson(CelType type) {
        return switch (type) {
            case ListType list -> list.parameters().stream().allMatch(CelScope::hasJson);
            case MapType map ->
                isName(map.keyType()) && map.parameters().stream().allMatch(CelScope::hasJson);
            case OptionalType optional -> optional.parameters().stream().allMatch(CelScope::hasJson);
            case OpaqueType _, TypeType _ -> false;
            default -> true;
        };
    }

    private static boolean isName(CelType key) {
        return key.equals(SimpleType.STRING) || key.equals(SimpleType.DYN) || key instanceof TypeParamType;
    }

    private CelRule compile(String expression, boolean optionalOldSelf, CelType expected, String requirement) {
        return rules.get(
                new Rule(schema, expression, optionalOldSelf, expected),
                () -> compiled(expression, optionalOldSelf, expected, requirement));
    }

    private CelRule compiled(String expression, boolean optionalOldSelf, CelType expected, String requirement) {
        CelType old = optionalOldSelf ? OptionalType.create(types.root()) : types.root();
        Compilation compiling = () -> Environment.compile(expression, types, types.root(), old);
        Program program = compile(expression, compiling, CelRule.DECLARATIONS, resultType -> {
            if (!resultType.equals(expected)) {
                throw refused(expression, requirement + ", not " + resultType.name());
            }
        });
        return new CelRule(program, schema, optionalOldSelf);
    }

    /** Checks an expression in its environment. */
    @FunctionalInterface
    private interface Compilation {
        CelAbstractSyntaxTree compiled() throws CelValidationException;
    }

    private static Program compile(
            String expression, Compilation compiling, Declarations declared, Consumer<CelType> typeCheck) {
        try {
            CelAbstractSyntaxTree ast = compiling.compiled();
            typeCheck.accept(ast.getResultType());
            return Program.of(ast, declared);
        } catch (CelValidationException e) {
            String issues = e.getErrors().stream().map(CelIssue::getMessage).collect(Collectors.joining("; "));
            throw refused(expression, issues);
        } catch (IllegalArgumentException e) {
            throw e.getMessage() != null && e.getMessage().startsWith("the expression ")
                    ? e
                    : refused(expression, String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException refused(String expression, String why) {
        return new IllegalArgumentException("the expression " + expression.strip() + " does not compile: " + why);
    }
}
