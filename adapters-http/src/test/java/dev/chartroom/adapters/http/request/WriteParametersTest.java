package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.write.FieldValidation;
import dev.chartroom.ports.storage.WriteOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D14, D27 and D28. */
class WriteParametersTest {

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "dryRun=All, true",
        "dryRun=All&dryRun=All, true",
        "fieldValidation=Strict&pretty=true, false"
    })
    void dryRunAllSelectsADryRun(String query, boolean dryRun) {
        assertThat(options(query, "").dryRun()).isEqualTo(dryRun);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dryRun=all", "dryRun=true", "dryRun=", "dryRun", "dryRun=All&dryRun=Some"})
    void dryRunOtherThanAllIsInvalid(String query) {
        Status status = refusal(query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(status.message())
                .startsWith("PatchOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: ");
        assertThat(Failures.fields(status)).containsExactly("dryRun");
        assertThat(status.details().stringOrEmpty("kind")).isEqualTo("PatchOptions");
        assertThat(status.details().stringOrEmpty("group")).isEqualTo("meta.k8s.io");
    }

    @ParameterizedTest
    @CsvSource({
        "fieldManager=me, kubectl/v1.36.0 (linux/amd64), me",
        "'', kubectl/v1.36.0 (linux/amd64), kubectl",
        "'', kubectl-label, kubectl-label",
        "fieldManager=, curl/8, curl",
        "'', '', unknown",
        "'', /v1, unknown",
        "'', 'k\u0007u\u0000b/1', kub",
        "fieldManager=a%20b%C3%A9, x, a bé",
    })
    void fieldManagerDefaultsToTheUserAgent(String query, String userAgent, String manager) {
        assertThat(options(query, userAgent).fieldManager()).isEqualTo(manager);
    }

    @Test
    void longUserAgentIsTruncatedTo128Characters() {
        assertThat(options("", "a".repeat(129) + "/1").fieldManager()).isEqualTo("a".repeat(128));
    }

    @Test
    void fieldManagerOver128BytesIsInvalid() {
        assertThat(options("fieldManager=" + "a".repeat(128), "").fieldManager())
                .hasSize(128);
        assertThat(refusal("fieldManager=" + "a".repeat(129)).message())
                .isEqualTo(
                        "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be more than 128 bytes");
        assertThat(refusal("fieldManager=" + "%C3%A9".repeat(65)).reason()).isEqualTo(StatusReason.INVALID);
        assertThat(Failures.fields(refusal("fieldManager=" + "%01".repeat(129))))
                .containsExactly("fieldManager");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fieldManager=a%00b", "fieldManager=%0A", "fieldManager=a%7F"})
    void unprintableFieldManagerIsInvalid(String query) {
        Status status = refusal(query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(status.message()).contains(": invalid character U+00");
        assertThat(Failures.fields(status)).containsExactly("fieldManager");
    }

    @ParameterizedTest
    @CsvSource({
        "'', WARN",
        "fieldValidation=, WARN",
        "fieldValidation=Warn, WARN",
        "fieldValidation=Strict, STRICT",
        "fieldValidation=Ignore, IGNORE"
    })
    void fieldValidationDefaultsToWarn(String query, FieldValidation validation) {
        assertThat(parameters(query, "").fieldValidation()).isEqualTo(validation);
    }

    @Test
    void allInvalidParametersAreReportedTogether() {
        Status status = refusal("fieldValidation=strict&dryRun=some");

        assertThat(status.message())
                .isEqualTo("PatchOptions.meta.k8s.io \"\" is invalid: [dryRun: Unsupported value: [\"some\"]: supported"
                        + " values: \"All\", fieldValidation: Unsupported value: \"strict\": supported values: \"\","
                        + " \"Ignore\", \"Strict\", \"Warn\"]");
    }

    @Test
    void forceIsValidOnlyForAnApplyWithAFieldManager() {
        QueryParameters forced = QueryParameters.parse("force=true");

        assertThat(Failures.of(() -> WriteParameters.ofPatch(forced, "curl")).message())
                .contains("force: Forbidden: may not be specified for non-apply patch");
        assertThat(Failures.of(() -> WriteParameters.ofApply(forced, "curl")).message())
                .contains("fieldManager: Required value: is required for apply patch");
        assertThat(WriteParameters.ofApply(QueryParameters.parse("force=true&fieldManager=me"), "curl")
                        .force())
                .isTrue();
    }

    private static WriteOptions options(String query, String userAgent) {
        return parameters(query, userAgent).options();
    }

    private static WriteParameters parameters(String query, String userAgent) {
        return WriteParameters.of("PatchOptions", QueryParameters.parse(query), userAgent);
    }

    private static Status refusal(String query) {
        return Failures.of(() -> options(query, ""));
    }
}
