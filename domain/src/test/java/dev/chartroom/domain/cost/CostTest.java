package dev.chartroom.domain.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.jsonpath.JsonPath;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTest {
    private static final Cost CPU = new Cost("cpu", "", ValueSource.of(JsonPath.parse(".cpu")), true);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "6, 6",
        "2.5, 2.5",
        "0.0001, 0.001",
        "1.0001, 1.001",
        "1000000000000000, 1000000000000000",
        "1000000000000001, none",
        "1e30, none",
        "-1, none",
        "-0.0001, none",
        "'\"6\"', none",
        "null, none",
        "true, none",
    })
    void costIsANumberThatIsNotNegative(String result, String cost) {
        JsonObject spec = TestJson.object("{\"cpu\": " + result + "}");

        assertThat(CPU.of(spec).map(BigDecimal::toPlainString).orElse("none")).isEqualTo(cost);
    }

    @Test
    void specWithoutAResultHasNoCost() {
        assertThat(CPU.of(JsonObject.EMPTY)).isEmpty();
    }

    @Test
    void resourceHasTheGroupInItsName() {
        assertThat(CPU.resource("apps.example.com")).isEqualTo("cost.apps.example.com/cpu");
    }
}
