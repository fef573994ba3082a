package dev.chartroom.bootstrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Webhook;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics of webhooks have the names and labels of {@code apiserver}'s package admission/metrics. */
class MeasuredWebhookClientTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final AtomicReference<String> next = new AtomicReference<>("");
    private final MeasuredWebhookClient client = new MeasuredWebhookClient(
            (_, _) -> {
                if (next.get().isEmpty()) {
                    throw new IOException("down");
                }
                return object(next.get());
            },
            new Instruments(registry));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "{}, 400",
                "\"{'code':200}\", 400",
                "\"{'code':399}\", 400",
                "\"{'code':400}\", 400",
                "\"{'code':422}\", 422",
                "\"{'code':600}\", 600",
                "\"{'code':601}\", 600",
                "\"{'code':'x'}\", 400"
            })
    void rejectionHasTheCodeOfTheAnswer(String status, String code) throws IOException {
        review("Fail", true, "{'response':{'allowed':false,'status':" + status + "}}");

        assertThat(text())
                .contains(
                        "apiserver_admission_webhook_rejection_count{error_type=\"no_error\",name=\"w\",operation=\"UPDATE\","
                                + "rejection_code=\"" + code + "\",type=\"admit\"} 1.0",
                        "apiserver_admission_webhook_request_total{code=\"" + code
                                + "\",name=\"w\",operation=\"UPDATE\",rejected=\"true\",type=\"admit\"} 1.0");
    }

    @Test
    void allowedRequestIsCountedWithItsType() throws IOException {
        review("Fail", false, "{'response':{'allowed':true}}");

        assertThat(text())
                .contains(
                        "apiserver_admission_webhook_request_total{code=\"200\",name=\"w\",operation=\"UPDATE\","
                                + "rejected=\"false\",type=\"validating\"} 1.0",
                        "apiserver_admission_webhook_admission_duration_seconds_count{name=\"w\",operation=\"UPDATE\","
                                + "rejected=\"false\",type=\"validating\"} 1")
                .doesNotContain("rejection_count{", "fail_open_count{");
    }

    @Test
    void failedCallRejectsOrGoesOnByTheFailurePolicy() throws IOException {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> review("Fail", false, ""));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> review("Ignore", false, ""));

        assertThat(text())
                .contains(
                        "apiserver_admission_webhook_rejection_count{error_type=\"calling_webhook_error\",name=\"w\","
                                + "operation=\"UPDATE\",rejection_code=\"0\",type=\"validating\"} 1.0",
                        "apiserver_admission_webhook_fail_open_count{name=\"w\",type=\"validating\"} 1.0",
                        "code=\"0\",name=\"w\",operation=\"UPDATE\",rejected=\"false\",type=\"validating\"} 1.0",
                        "code=\"0\",name=\"w\",operation=\"UPDATE\",rejected=\"true\",type=\"validating\"} 1.0");
    }

    /** Calls a webhook that gives an answer, or fails if the answer is empty. */
    private void review(String failurePolicy, boolean mutating, String answer) throws IOException {
        Webhook webhook = Webhook.allOf(
                        object("{'metadata':{'name':'c'},'webhooks':[{'name':'w','failurePolicy':'" + failurePolicy
                                + "'}]}"),
                        new CelAdmissionExpressions())
                .getFirst();
        next.set(answer);
        client.review(webhook, new AdmissionReview("v1", "1", object("{'operation':'UPDATE'}"), mutating));
    }

    private static JsonObject object(String json) {
        return (JsonObject) new JacksonCodec().parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExpositionFormats.init().getPrometheusTextFormatWriter().write(out, registry.scrape());
        return out.toString(StandardCharsets.UTF_8);
    }
}
