package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.json.JsonDocument;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionOptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            RECONCILE | {}                                                                              | false | false
            RECONCILE | {"reset": true}                                                                 | true  | false
            RECONCILE | {"reset": true, "force": true}                                                  | true  | true
            RECONCILE | {"apiVersion": "chartroom.dev/v1alpha1", "kind": "ReconcileOptions", "force": false} | false | false
            SUSPEND   | {"kind": "SuspendOptions"}                                                      | false | false
            RESUME    | {}                                                                              | false | false
            """)
    void optionsAreRead(Subresource subresource, String body, boolean reset, boolean force) {
        assertThat(read(subresource, body)).isEqualTo(new ActionOptions(reset, force, 0));
    }

    @Test
    void rollbackNamesItsRevision() {
        assertThat(read(Subresource.ROLLBACK, "{\"kind\": \"RollbackOptions\", \"revision\": 3}"))
                .isEqualTo(new ActionOptions(false, false, 3));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            RECONCILE | {"rest": true}                | ReconcileOptions: unknown field "rest"
            RECONCILE | {"reset": "true"}             | ReconcileOptions: reset must be a boolean, not "true"
            RECONCILE | {"kind": "SuspendOptions"}    | kind of the body must be ReconcileOptions, not "SuspendOptions"
            RECONCILE | {"apiVersion": "v1"}          | apiVersion of the body must be chartroom.dev/v1alpha1, not "v1"
            SUSPEND   | {"reset": true}               | SuspendOptions: unknown field "reset"
            RESUME    | {"kind": 3}                   | kind of the body must be ResumeOptions, not 3
            ROLLBACK  | {}                            | RollbackOptions: revision must be the number of a revision
            ROLLBACK  | {"revision": 0}               | RollbackOptions: revision must be the number of a revision
            ROLLBACK  | {"revision": "1"}             | RollbackOptions: revision must be the number of a revision
            ROLLBACK  | {"revision": 1, "force": true} | RollbackOptions: unknown field "force"
            RESTART   | {"revision": 1}               | RestartOptions: unknown field "revision"
            """)
    void otherOptionsAreRefused(Subresource subresource, String body, String message) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> read(subresource, body))
                .withMessageContaining(message);
    }

    private static ActionOptions read(Subresource subresource, String body) {
        return ActionOptions.read(subresource, JsonDocument.ofJson(TestJson.object(body), List.of()));
    }
}
