package dev.chartroom.adapters.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.chartroom.adapters.cel.library.Environment;
import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.schema.DeclaredTypes;
import dev.chartroom.adapters.cel.schema.StructuralSchema;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.RuleExpression;
import dev.chartroom.domain.schema.RuleLanguage;
import java.util.stream.Collectors;

/** Compiles the expressions of one place of a schema. */
final class CelScope implements RuleLanguage.Scope {
    private final StructuralSchema schema;
    private final DeclaredTypes types;

    /** @throws IllegalArgumentException where expressions cannot see values of the schema */
    CelScope(JsonObject declared) {
        schema = StructuralSchema.of(declared);
        types = DeclaredTypes.of(schema);
    }

    @Override
    public RuleExpression rule(String expression, boolean optionalOldSelf) {
        return compile(expression, optionalOldSelf, SimpleType.BOOL, "must be true or false");
    }

    @Override
    public RuleExpression message(String expression, boolean optionalOldSelf) {
        return compile(expression, optionalOldSelf, SimpleType.STRING, "must be a string");
    }

    private RuleExpression compile(String expression, boolean optionalOldSelf, CelType expected, String demand) {
        try {
            CelType old = optionalOldSelf ? OptionalType.create(types.root()) : types.root();
            CelAbstractSyntaxTree ast = Environment.compile(expression, types, types.root(), old);
            if (!ast.getResultType().equals(expected)) {
                throw refused(
                        expression, demand + ", not " + ast.getResultType().name());
            }
            return new CelRule(Program.of(ast, CelRule.DECLARATIONS), schema, optionalOldSelf);
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
