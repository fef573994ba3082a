package dev.chartroom.adapters.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** A long version: the tests of a class are run with {@link PostgresPrograms#installed}, and not at all where there is none. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("soak")
@EnabledIf(
        value = "dev.chartroom.adapters.postgres.PostgresPrograms#isInstalled",
        disabledReason = "no PostgreSQL is installed")
public @interface OnInstalledPostgres {}
