package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class ReservedKeysTest {

    @Test
    void firstTopLevelKeyWithUnderscoreIsReserved() {
        JsonObject spec = JsonObject.builder()
                .put("size", 1)
                .put("_cluster", 2)
                .put("_other", 3)
                .build();

        assertThat(ReservedKeys.firstReserved(spec)).contains("_cluster");
    }

    @Test
    void nestedKeyWithUnderscoreIsNotReserved() {
        JsonObject spec =
                JsonObject.of("users", JsonObject.builder().put("_admin", true).build());

        assertThat(ReservedKeys.firstReserved(spec)).isEmpty();
    }
}
