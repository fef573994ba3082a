package dev.chartroom.bootstrap.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.chartroom.adapters.json.JacksonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
    @TempDir
    private Path folder;

    @Test
    void policyWithAnUnknownFieldIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("policy.yaml"), """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                rulez: []
                rules:
                  - level: Metadata
                """);

        assertThat(PolicyFile.read(file, new JacksonCodec()).recordsNothing()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {apiVersion: audit.k8s.io/v1, kind: Policy, rules: [{level: All}]} | policy.yaml: rules[0].level: must be one of
            {apiVersion: [                                                     | policy.yaml:
            """)
    void invalidPolicyIsReportedWithItsFile(String text, String problem) throws IOException {
        Path file = Files.writeString(folder.resolve("policy.yaml"), text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyFile.read(file, new JacksonCodec()))
                .withMessageContaining(problem);
    }

    @Test
    void missingFileIsReported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyFile.read(folder.resolve("missing.yaml"), new JacksonCodec()))
                .withMessageContaining("missing.yaml: cannot be read");
    }
}
