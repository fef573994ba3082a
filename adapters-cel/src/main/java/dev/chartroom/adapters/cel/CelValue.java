package dev.chartroom.adapters.cel;

import dev.chartroom.adapters.cel.environment.Environment;
import dev.chartroom.adapters.cel.program.Declarations;
import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.program.Structs;
import dev.chartroom.adapters.cel.schema.JsonValues;
import dev.chartroom.adapters.cel.schema.StructuralSchema;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Durations;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.adapters.cel.value.ValueJson;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.EvaluationException;
import java.time.Duration;
import java.util.List;

/**
 * A compiled expression that computes a value.
 *
 * @param text the expression's source
 */
record CelValue(String text, Program program, StructuralSchema schema) implements ValueExpression {
    static final Declarations DECLARATIONS = new Declarations(List.of(Environment.SELF), Structs.NONE);

    /** The limit of the size in bytes: about a third of the largest object that a client can send. */
    private static final long LARGEST = 1 << 20;

    @Override
    public JsonValue evaluate(JsonValue self) {
        Program.Result result = program.run(Program.PER_CALL_LIMIT, JsonValues.of(self, schema));
        if (result.limitReached()) {
            throw failed("it exceeds the cost limit");
        }
        try {
            return new ValueJson(LARGEST, CelValue::text).of(result.value());
        } catch (CelFailure e) {
            throw failed(String.valueOf(e.getMessage()));
        } catch (StackOverflowError _) {
            throw failed("the value is nested too deeply");
        }
    }

    /** Returns the text that CEL's {@code string()} returns. */
    private static JsonValue text(Object value) {
        return switch (value) {
            case Duration duration -> new JsonString(Durations.text(duration));
            case Timestamp time -> new JsonString(time.toString());
            case CelError(String message) -> throw new CelFailure(message);
            default -> throw new CelFailure("JSON cannot represent a value of type " + Types.of(value));
        };
    }

    private EvaluationException failed(String why) {
        return new EvaluationException("the expression " + text + " failed: " + why);
    }
}
