package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.tracing.Spans;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionNotes;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.function.Supplier;

/** Measures the two steps of admission, under upstream's name. The check of a deletion counts as a validation. */
final class MeasuredAdmission implements Admission {
    private static final double[] DURATIONS = {.005, .025, .1, .5, 1, 2.5};

    private final Admission admission;
    private final Histogram durations;
    private final Spans spans;

    MeasuredAdmission(Admission admission, Instruments instruments, Spans spans) {
        this.spans = spans;
        this.admission = admission;
        this.durations = instruments.histogram(
                "apiserver_admission_step_admission_duration_seconds",
                "Duration of the steps of admission in seconds: admit (which may change the object) and validate.",
                DURATIONS,
                "operation",
                "rejected",
                "type");
    }

    @Override
    public JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        return measured("admit", attributes, () -> admission.mutate(attributes, notes));
    }

    @Override
    public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {
        measured("validate", attributes, () -> {
            admission.validate(attributes, notes);
            return true;
        });
    }

    @Override
    public boolean concernsDeletionOf(ApplicationKind kind) {
        return admission.concernsDeletionOf(kind);
    }

    @Override
    public void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {
        measured("validate", attributes, () -> {
            admission.admitDeletion(attributes, notes);
            return true;
        });
    }

    private <T> T measured(String step, AdmissionAttributes attributes, Supplier<T> call) {
        long start = System.nanoTime();
        boolean isRejected = true;
        try {
            T result = spans.during("admission " + step, call);
            isRejected = false;
            return result;
        } finally {
            durations
                    .labelValues(attributes.operation().name(), Boolean.toString(isRejected), step)
                    .observe(Instruments.secondsSince(start));
        }
    }
}
