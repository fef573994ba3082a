package dev.chartroom.adapters.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Runs the tests of a class with {@link PostgresPrograms#installed}, or skips them if there is none. They have the tag
 * of long tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("soak")
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#isInstalled",
        disabledReason = "no PostgreSQL is installed")
public @interface OnInstalledPostgres {}
