package dev.chartroom.domain.admission;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.function.Function;

/**
 * The language of admission policies and match conditions: CEL, implemented outside, because the domain knows the JDK
 * only. Thread-safe.
 */
public interface AdmissionExpressions {

    /**
     * Where the expressions of one policy are compiled.
     *
     * @param variables what expressions find under {@code variables}, each of which may speak of those before it
     */
    Scope scope(List<Variable> variables);

    record Variable(String name, String expression) {}

    /** Immutable and thread-safe. */
    interface Scope {
        /** Compiles an expression. One that does not compile fails whenever it is evaluated, as upstream. */
        AdmissionExpression compile(String expression);

        /**
         * Begins to evaluate expressions of this scope for one request. Variables are evaluated once, when they are
         * needed.
         *
         * @param budget what all of them together may cost, in the units of cel-go
         */
        Evaluation begin(Input input, long budget);
    }

    /** One compiled expression, only of use to the scope that compiled it. */
    interface AdmissionExpression {}

    /** Not thread-safe. */
    interface Evaluation {
        /** Evaluates an expression. Whatever goes wrong is an outcome. */
        Outcome evaluate(AdmissionExpression expression);

        /** What is left of the budget. */
        long remaining();
    }

    /**
     * What expressions see of a request.
     *
     * @param object null as JSON where there is none, as in a deletion
     * @param oldObject null as JSON where there is none
     * @param request the AdmissionRequest without its objects
     * @param params null as JSON where the policy has none
     * @param namespace the Namespace that the object is in; null as JSON in match conditions
     * @param self what {@code authorizer.requestResource} asks about; its user is that of {@code authorizer}
     * @param authorizer answers what expressions ask about users; may throw an ApiException
     */
    record Input(
            JsonValue object,
            JsonValue oldObject,
            JsonObject request,
            JsonValue params,
            JsonValue namespace,
            RequestAttributes.Resource self,
            Function<RequestAttributes, Decision> authorizer) {}

    /** How an evaluation ended. */
    sealed interface Outcome {
        record Truth(boolean holds) implements Outcome {}

        record Text(String text) implements Outcome {}

        record Null() implements Outcome {}

        /** A list of {@code JSONPatch}, as the operations of RFC 6902 that it stands for. */
        record Operations(List<JsonObject> operations) implements Outcome {
            public Operations {
                operations = List.copyOf(operations);
            }
        }

        /** An {@code Object}, as the JSON that it stands for. */
        record Configuration(JsonObject object) implements Outcome {}

        /** A value of a type that no expression of admission may have. */
        record Other(String type) implements Outcome {}

        /** @param message in the words of apiserver, such as {@code expression 'x' resulted in error: ...} */
        record Failed(String message) implements Outcome {}

        /** Nothing more is evaluated. */
        record OutOfBudget() implements Outcome {
            public static final String MESSAGE =
                    "validation failed due to running out of cost budget, no further validation rules will be run";
        }
    }
}
