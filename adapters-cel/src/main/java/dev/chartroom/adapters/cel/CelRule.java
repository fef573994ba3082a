package dev.chartroom.adapters.cel;

import dev.chartroom.adapters.cel.environment.Environment;
import dev.chartroom.adapters.cel.program.Declarations;
import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.program.Structs;
import dev.chartroom.adapters.cel.schema.JsonValues;
import dev.chartroom.adapters.cel.schema.StructuralSchema;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.rule.RuleExpression;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of a rule or of its message.
 *
 * @param optionalOldSelf whether {@code oldSelf} is an optional value
 */
record CelRule(Program program, StructuralSchema schema, boolean optionalOldSelf) implements RuleExpression {
    static final Declarations DECLARATIONS =
            new Declarations(List.of(Environment.SELF, Environment.OLD_SELF), Structs.NONE);

    private static final CelError NO_OLD_SELF = new CelError("no such attribute(s): oldSelf");

    @Override
    public boolean usesOldSelf() {
        return program.uses(Environment.OLD_SELF);
    }

    @Override
    public Outcome evaluate(JsonValue self, @Nullable JsonValue oldSelf) {
        Program.Result result = program.run(Program.PER_CALL_LIMIT, JsonValues.of(self, schema), old(oldSelf));
        if (result.limitReached()) {
            return new Outcome.TooCostly(result.cost());
        }
        return switch (result.value()) {
            case Boolean holds -> new Outcome.Truth(holds, result.cost());
            case String text -> new Outcome.Text(text, result.cost());
            case CelError(String message) -> new Outcome.Failed(message, result.cost());
            default -> new Outcome.Failed(CelError.NO_SUCH_OVERLOAD.message(), result.cost());
        };
    }

    private Object old(@Nullable JsonValue oldSelf) {
        if (!usesOldSelf()) {
            return NO_OLD_SELF;
        }
        if (optionalOldSelf) {
            return oldSelf == null ? Optional.empty() : Optional.of(JsonValues.of(oldSelf, schema));
        }
        return oldSelf == null ? NO_OLD_SELF : JsonValues.of(oldSelf, schema);
    }
}
