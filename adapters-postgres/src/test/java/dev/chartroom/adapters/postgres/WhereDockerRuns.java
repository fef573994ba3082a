package dev.chartroom.adapters.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** The tests of a class take a server in a container, and are not run at all where there is no Docker for it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#hasDocker",
        disabledReason = "Docker does not answer")
@interface WhereDockerRuns {}
