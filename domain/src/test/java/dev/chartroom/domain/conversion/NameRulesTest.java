package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "my-db", "my--db", "db1"})
    void dns1035LabelIsValid(String name) {
        assertThat(NameRules.check(TestKinds.redis(), name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"My-db", "1db", "-db", "db-", "my_db", "my.db", "../db", "db\n", "é"})
    void nameThatIsNotADns1035LabelIsInvalid(String name) {
        assertThat(NameRules.check(TestKinds.redis(), name)).singleElement().satisfies(error -> {
            assertThat(error.type()).isEqualTo(FieldError.Type.INVALID);
            assertThat(error.field()).isEqualTo("metadata.name");
            assertThat(error.message()).contains("a DNS-1035 label must consist of");
        });
    }

    @ParameterizedTest
    @CsvSource({"redis-, 47, true", "redis-, 48, false", "'', 53, true", "'', 54, false", "kubernetes-nodes-, 37, false"
    })
    void prefixAndNameTogetherAreLimitedTo53Bytes(String prefix, int length, boolean fine) {
        List<FieldError> errors = NameRules.check(TestKinds.redis(prefix), "a".repeat(length));

        if (fine) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors).extracting(FieldError::type).containsExactly(FieldError.Type.TOO_LONG);
        }
    }

    @Test
    void tooLongNameReportsTheMaximumLength() {
        assertThat(NameRules.check(TestKinds.redis(), "a".repeat(48)))
                .extracting(FieldError::toString)
                .containsExactly("metadata.name: Too long: may not be more than 47 bytes: Helm's limit of 53 less the"
                        + " length of the prefix \"redis-\"");
    }

    @Test
    void missingNameIsRequired() {
        assertThat(NameRules.check(TestKinds.redis(), ""))
                .extracting(FieldError::toString)
                .containsExactly("metadata.name: Required value: name or generateName is required");
    }
}
