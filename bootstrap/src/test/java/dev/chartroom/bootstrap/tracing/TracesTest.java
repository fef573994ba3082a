package dev.chartroom.bootstrap.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.trace.RequestTraces;
import org.junit.jupiter.api.Test;

class TracesTest {

    @Test
    void serverWithoutTracesHasNone() {
        Traces traces = Traces.of(null, "v1");

        assertThat(traces.requests()).isSameAs(RequestTraces.OFF);
        assertThat(traces.spans()).isSameAs(Spans.OFF);
        assertThat(traces.client()).isEmpty();
    }

    @Test
    void partsRunWithoutTraces() {
        assertThat(Spans.OFF.<String>during("a part", () -> "result")).isEqualTo("result");
    }
}
