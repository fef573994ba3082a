package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListRequestTest {

    @ParameterizedTest
    @CsvSource({
        "0, 7, Exact, true",
        "5, 7, Exact, true",
        "0, 7, NotOlderThan, false",
        "5, 7, NotOlderThan, false",
        "0, 7, '', false",
        "5, 7, '', true",
        "5, 0, '', false",
        "5, '', '', false"
    })
    void requestIsExactByItsMatchOrByALimit(long limit, String resourceVersion, String match, boolean exact) {
        ListRequest request = new ListRequest(
                "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, limit, "", resourceVersion, match);

        assertThat(request.isExact()).isEqualTo(exact);
    }
}
