package dev.chartroom.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void quantilesInterpolateBetweenNeighbours() {
        assertThat(Spread.quantile(List.of(4.0, 1.0, 2.0, 3.0), 0.5)).isEqualTo(2.5);
        assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7, 7, 7)).hasToString("7.00");
        assertThat(new Spread(0.0123, 4.56, 123.4)).hasToString("0.012 (4.56-123)");
    }

    @Test
    void theFirstRoundIsColdAndWarmUpsDoNotCount() {
        Iterator<Double> reference = DoubleStream.of(90, 50, 10, 20, 30).boxed().iterator();
        Iterator<Double> measured = DoubleStream.of(80, 40, 20, 20, 15).boxed().iterator();

        Rounds rounds = Rounds.measure("ms", 1, 3, reference::next, measured::next);

        assertThat(rounds).isEqualTo(new Rounds("ms", 90, 80, List.of(10.0, 20.0, 30.0), List.of(20.0, 20.0, 15.0)));
        assertThat(rounds.ratio().median()).isEqualTo(1.0);
        assertThat(rounds.difference()).isZero();
    }

    @Test
    void rowsReportWhetherTheirGoalIsReached() {
        Rounds rounds = new Rounds("ms", 4, 9, List.of(2.0), List.of(3.0));

        assertThat(Row.ratio("GET", rounds, 1.5).reached()).isEqualTo("yes");
        assertThat(Row.ratio("GET", rounds, 1.4).reached()).isEqualTo("no");
        assertThat(Row.difference("event", rounds, 0.5).reached()).isEqualTo("no");
        assertThat(Row.amount("memory", "MiB", List.of(200.0), 250).reached()).isEqualTo("yes");
    }

    @Test
    void columnsOfTheTableAreAligned() {
        Rounds rounds = new Rounds("ms", 4, 9, List.of(2.0), List.of(3.0));

        assertThat(new Report(List.of("two cores"), List.of(Row.ratio("GET", rounds, 2))).toMarkdown())
                .isEqualTo("""
                        - two cores

                        | Row | K       | Chartroom | Ratio | K, cold | Chartroom, cold | Goal             | Reached |
                        | --- | ------- | --------- | ----- | ------- | --------------- | ---------------- | ------- |
                        | GET | 2.00 ms | 3.00 ms   | 1.50  | 4.00    | 9.00            | at most 2.0 of K | yes     |
                        """);
    }
}
