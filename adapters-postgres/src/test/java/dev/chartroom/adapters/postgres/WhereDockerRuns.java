package dev.chartroom.adapters.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Runs the tests of a class with a server in a container, or skips them if Docker does not answer. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#hasDocker",
        disabledReason = "Docker does not answer")
@interface WhereDockerRuns {}
