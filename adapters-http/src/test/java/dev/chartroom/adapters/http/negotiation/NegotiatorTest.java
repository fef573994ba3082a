package dev.chartroom.adapters.http.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Failures;
import dev.chartroom.adapters.http.negotiation.Negotiator.Subject;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NegotiatorTest {
    private static final String META = ";g=meta.k8s.io";

    /** What real clients send (wire contract E2 and N), and what an object, a list and a watch are then answered as. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | Whole | Whole | Whole",
                "application/json, */* | Whole | Whole | Whole",
                "*/* | Whole | Whole | Whole",
                "application/* | Whole | Whole | Whole",
                "application/vnd.kubernetes.protobuf, */* | Whole | Whole | Whole",
                "application/vnd.kubernetes.protobuf,application/json | Whole | Whole | Whole",
                "application/cbor;q=0.9, application/json;q=0.8 | Whole | Whole | Whole",
                "text/html,*/*;q=0.8 | Whole | Whole | Whole",
                "application/json;stream=watch | Whole | Whole | Whole",
                "application/json;charset=utf-8 | Whole | Whole | Whole",
                "application/json;pretty=1 | Whole | Whole | Whole",
                "APPLICATION/JSON | Whole | Whole | Whole",
                "application/yaml | 406 | 406 | 406",
                "application/vnd.kubernetes.protobuf | 406 | 406 | 406",
                "text/plain | 406 | 406 | 406",
                "json | 406 | 406 | 406",
                "application/json;q=0 | 406 | 406 | 406",
                "application/json;stream=raw | 406 | 406 | 406",
                "application/json;sv=v1 | Whole | Whole | Whole",
                "application/json;sv=v2 | 406 | 406 | 406",
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"
                        + " | Table v1 | Table v1 | Table v1",
                "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json"
                        + " | Table v1beta1 | Table v1beta1 | Table v1beta1",
                "application/json;as=Table;v=v1;g=meta.k8s.io;stream=watch | Table v1 | Table v1 | Table v1",
                "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"
                        + " | Partial v1 | Whole | Partial v1",
                "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
                        + " | Whole | Partials v1 | Whole",
                "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1 | Partial v1beta1 | 406 | Partial v1beta1",
                "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1 | 406 | Partials v1 | 406",
                "application/json;as=Table;v=v2;g=meta.k8s.io | 406 | 406 | 406",
                "application/json;as=Table;v=v1;g=other.k8s.io,application/json | Whole | Whole | Whole",
                "application/json;as=Table | 406 | 406 | 406",
                "application/json;as=Other;v=v1;g=meta.k8s.io,application/json | Whole | Whole | Whole",
                "application/json;q=0.1,application/json;as=Table;v=v1;g=meta.k8s.io;q=0.5 | Table v1 | Table v1 | Table v1",
                "application/json;q=0.5,application/json;as=Table;v=v1;g=meta.k8s.io;q=0.5 | Whole | Whole | Whole",
                "application/json;as=\"Table\";v=\"v1\";g=\"meta.k8s.io\" | Table v1 | Table v1 | Table v1",
                "application/json ; as = Table ; v = v1 ; g = meta.k8s.io | Table v1 | Table v1 | Table v1",
                "',,application/json' | Whole | Whole | Whole",
            })
    void clientsGetTheFirstFormThatTheyAskForAndThatThereIs(String accept, String object, String list, String watch) {
        assertThat(chosen(List.of(accept), Subject.OBJECT)).isEqualTo(object);
        assertThat(chosen(List.of(accept), Subject.LIST)).isEqualTo(list);
        assertThat(chosen(List.of(accept), Subject.WATCH)).isEqualTo(watch);
    }

    @ParameterizedTest
    @EnumSource
    void withoutAnAcceptHeaderTheAnswerIsWhole(Subject subject) {
        assertThat(chosen(List.of(), subject)).isEqualTo("Whole");
        assertThat(chosen(List.of(""), subject)).isEqualTo("Whole");
    }

    @Test
    void severalHeadersCountAsOne() {
        assertThat(chosen(
                        List.of("application/yaml", "application/json;as=Table;v=v1" + META, "application/json"),
                        Subject.LIST))
                .isEqualTo("Table v1");
    }

    @Test
    void theRefusalNamesWhatIsAccepted() {
        Status status = Failures.of(() -> Negotiator.negotiate(List.of("application/yaml"), Subject.OBJECT));

        assertThat(status.reason()).isEqualTo(StatusReason.NOT_ACCEPTABLE);
        assertThat(status.message()).isEqualTo("only the following media types are accepted: application/json");
    }

    private static String chosen(List<String> accept, Subject subject) {
        try {
            return switch (Negotiator.negotiate(accept, subject)) {
                case Representation.Whole() -> "Whole";
                case Representation.AsTable(String version) -> "Table " + version;
                case Representation.PartialMetadata(String version, boolean list) ->
                    (list ? "Partials " : "Partial ") + version;
            };
        } catch (RuntimeException e) {
            return Integer.toString(Failures.of(() -> {
                        throw e;
                    })
                    .code());
        }
    }
}
