package dev.chartroom.examples.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The same with the oldest server that will do. */
@OnOldestPostgres
class OldestPostgresBoundaryTest extends PostgresBoundaryTest {
    @Test
    void serverIsOfTheOldestVersionThatWillDo() {
        assertThat(server.psql("SELECT current_setting('server_version_num')::int / 10000"))
                .isEqualTo("16");
    }
}
