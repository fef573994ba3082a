package dev.chartroom.e2e.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the test only if a control plane is available, and otherwise skips it with the reason. A class with this
 * annotation fails if a server sent a privileged call that is not documented.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({ControlPlaneCondition.class, PrivilegedCallsCheck.class})
public @interface RequiresControlPlane {
    /** Whether the test also needs controllers, which may be missing in {@code KUBEBUILDER_ASSETS}. */
    boolean controllers() default false;
}
