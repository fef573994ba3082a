package dev.chartroom.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test runs only where a control plane can be had, and is skipped with the reason elsewhere. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ControlPlaneCondition.class)
public @interface RequiresControlPlane {
    /** Whether the test also needs controllers, which a folder named by {@code KUBEBUILDER_ASSETS} may lack. */
    boolean controllers() default false;
}
