package dev.chartroom.adapters.cel.admission;

import dev.cel.common.CelValidationException;
import dev.cel.compiler.CelCompiler;
import dev.chartroom.adapters.cel.environment.AdmissionEnvironment;
import dev.chartroom.adapters.cel.program.Declarations;
import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.Set;

/** An expression that can be evaluated, or the reason why it does not compile. */
sealed interface CompiledExpression extends AdmissionExpressions.AdmissionExpression {

    record Compiled(String text, Program program) implements CompiledExpression {}

    /** @param error the error in kube-apiserver's words, as far as the compiler's messages equal cel-go's */
    record Uncompilable(String error) implements CompiledExpression {}

    Declarations DECLARATIONS = new Declarations(AdmissionEnvironment.names(), new PatchStructs());

    static CompiledExpression of(String text) {
        try {
            return new Compiled(text, Program.of(compiler(text).compile(text).getAst(), DECLARATIONS));
        } catch (CelValidationException e) {
            return new Uncompilable("compilation failed: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return new Uncompilable("compilation failed: the expression " + e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            // If the compiler fails for any reason, the policy must stay in force.
            return new Uncompilable("compilation failed: " + e);
        }
    }

    private static CelCompiler compiler(String text) {
        Set<String> words = PatchTypes.words(text);
        return words.contains(PatchStructs.OBJECT) || words.contains(PatchStructs.JSON_PATCH)
                ? AdmissionEnvironment.compiler(new PatchTypes(words))
                : AdmissionEnvironment.compiler();
    }
}
