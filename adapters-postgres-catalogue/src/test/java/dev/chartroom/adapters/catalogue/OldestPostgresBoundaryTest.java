package dev.chartroom.adapters.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Runs the same tests with the oldest supported server. */
@OnOldestPostgres
class OldestPostgresBoundaryTest extends PostgresBoundaryTest {
    @Test
    void serverHasTheOldestSupportedVersion() {
        assertThat(server.psql("SELECT current_setting('server_version_num')::int / 10000"))
                .isEqualTo("16");
    }
}
