package dev.chartroom.e2e.controlplane;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.platform.commons.support.AnnotationSupport;

/** Implements {@link RequiresControlPlane} and closes the shared control plane at the end of the test run. */
final class ControlPlaneCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean controllers = context.getElement()
                .flatMap(element -> AnnotationSupport.findAnnotation(element, RequiresControlPlane.class))
                .map(RequiresControlPlane::controllers)
                .orElse(false);
        return switch (SharedControlPlane.source()) {
            case ControlPlaneSource.Absent(var reason) ->
                ConditionEvaluationResult.disabled("no control plane: " + reason);
            case ControlPlaneSource.Local(var binaries)
            when controllers && binaries.kubeControllerManager().isEmpty() -> withoutControllers(context);
            case ControlPlaneSource.Local _, ControlPlaneSource.Docker _ -> {
                // The root store would be too short-lived: Surefire may run each class of a JVM separately.
                context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.GLOBAL)
                        .computeIfAbsent(SharedControlPlane.class, _ -> (AutoCloseable) SharedControlPlane::close);
                yield ConditionEvaluationResult.enabled("there is a control plane");
            }
        };
    }

    private static ConditionEvaluationResult withoutControllers(ExtensionContext context) {
        var reason = "no kube-controller-manager in KUBEBUILDER_ASSETS";
        System.out.println("e2e: SKIPPED: " + context.getDisplayName() + ": " + reason);
        return ConditionEvaluationResult.disabled(reason);
    }
}
