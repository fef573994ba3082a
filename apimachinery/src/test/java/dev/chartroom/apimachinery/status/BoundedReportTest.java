package dev.chartroom.apimachinery.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedReportTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final BoundedReport<FieldError> report = BoundedReport.ofErrors();

    @Test
    void entriesUpToLimit_keepTheirOrder() {
        add("spec.a", 10);
        add("spec.b", 10);

        assertThat(report.entries()).extracting(FieldError::field).containsExactly("spec.a", "spec.b");
    }

    @Test
    void entryBeyondLimit_isNotCreated() {
        add("spec.a", BoundedReport.LIMIT);
        add("spec.b", 1);

        assertThat(report.entries()).hasSize(2);
        assertThat(asked).hasValue(1);
    }

    @Test
    void truncatedReport_endsWithANotice() {
        add("spec.a", BoundedReport.LIMIT);
        assertThat(report.entries()).hasSize(1);

        add("spec.b", 1);

        assertThat(report.entries().getLast().message()).contains("there are more errors than can be listed");
    }

    @Test
    void mergedTruncatedReports_endWithOneNotice() {
        add("spec.a", BoundedReport.LIMIT);
        add("spec.b", 1);
        BoundedReport<FieldError> all = BoundedReport.ofErrors();

        all.addAll(report.entries());
        all.addAll(report.entries());

        assertThat(all.entries()).isEqualTo(report.entries());
    }

    @Test
    void firstEntry_isKeptEvenIfItExceedsTheLimit() {
        add("spec.a", 3 * BoundedReport.LIMIT);

        assertThat(report.isEmpty()).isFalse();
    }

    private void add(String field, int length) {
        report.add(() -> {
            asked.incrementAndGet();
            return new FieldError(FieldError.Type.INVALID, field, "x".repeat(length));
        });
    }
}
