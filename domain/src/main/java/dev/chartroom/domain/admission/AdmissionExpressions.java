package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.function.Function;

/**
 * Compiles the expressions of admission policies and match conditions (CEL). An adapter implements it, because the
 * domain depends on the JDK only. Thread-safe.
 */
public interface AdmissionExpressions {

    /**
     * Returns a scope, which compiles the expressions of one policy.
     *
     * @param variables the variables that expressions read as members of {@code variables}; each variable can refer to
     *     the variables before it
     */
    Scope scope(List<Variable> variables);

    record Variable(String name, String expression) {}

    /** Compiles the expressions of one policy. Immutable and thread-safe. */
    interface Scope {
        /** Compiles an expression. As upstream, an expression that does not compile fails at each evaluation. */
        AdmissionExpression compile(String expression);

        /**
         * Starts an evaluation of expressions of this scope for one request. Variables are evaluated once, when they
         * are needed.
         *
         * @param budget the cost limit of all expressions together, in the units of cel-go
         */
        Evaluation begin(Input input, long budget);
    }

    /** One compiled expression, valid only in the scope that compiled it. */
    interface AdmissionExpression {}

    /** Evaluates expressions for one request. Not thread-safe. */
    interface Evaluation {
        /** Evaluates an expression. A failure of the expression is an outcome, not an exception. */
        Outcome evaluate(AdmissionExpression expression);

        /** Returns the remaining budget. */
        long remaining();
    }

    /**
     * The variables of expressions about one request.
     *
     * @param object the object; JSON null if there is none, as in a deletion
     * @param oldObject the old object; JSON null if there is none
     * @param request the AdmissionRequest without its objects
     * @param params the parameters; JSON null if the policy has none
     * @param namespace the Namespace of the object; JSON null in match conditions
     * @param self the attributes of {@code authorizer.requestResource}; they and {@code authorizer} have the same user
     * @param authorizer the authorizer, which decides the authorization checks of expressions; it can throw an
     *     ApiException
     */
    record Input(
            JsonValue object,
            JsonValue oldObject,
            JsonObject request,
            JsonValue params,
            JsonValue namespace,
            RequestAttributes.Resource self,
            Function<RequestAttributes, Decision> authorizer) {}

    /** The result of an evaluation. */
    sealed interface Outcome {
        record Truth(boolean holds) implements Outcome {}

        record Text(String text) implements Outcome {}

        record Null() implements Outcome {}

        /** A list of {@code JSONPatch}, converted to operations of RFC 6902. */
        record Operations(List<JsonObject> operations) implements Outcome {
            public Operations {
                operations = List.copyOf(operations);
            }
        }

        /** An {@code Object}, converted to JSON. */
        record Configuration(JsonObject object) implements Outcome {}

        /** A value of any other type. Expressions of admission must not return such a value. */
        record Other(String type) implements Outcome {}

        /** @param message the error in the words of apiserver, such as {@code expression 'x' resulted in error: ...} */
        record Failed(String message) implements Outcome {}

        /** The budget is exceeded, and nothing more is evaluated. */
        record OutOfBudget() implements Outcome {
            public static final String MESSAGE =
                    "validation failed due to running out of cost budget, no further validation rules will be run";
        }
    }
}
