package dev.chartroom.adapters.http.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.negotiation.Negotiator.Subject;
import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NegotiatorTest {
    /** Accept headers of real clients (wire contract E2 and N), and the form of an object, a list and a watch. */
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
                "APPLICATION/JSON | 406 | 406 | 406",
                "application/yaml | Whole | Whole | Whole",
                "application/yaml;stream=watch | 406 | 406 | 406",
                "*/json | 406 | 406 | 406",
                "* | Whole | Whole | Whole",
                "application | 406 | 406 | 406",
                "',' | 406 | 406 | 406",
                "application/vnd.kubernetes.protobuf | 406 | 406 | 406",
                "text/plain | 406 | 406 | 406",
                "json | 406 | 406 | 406",
                "application/json;q=0 | Whole | Whole | Whole",
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
                        + " | Partial v1 | 406 | Partial v1",
                "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,"
                        + "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
                        + " | 406 | Partials v1 | Partials v1",
                "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1 | Partial v1beta1 | 406 | Partial v1beta1",
                "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1 | 406 | Partials v1 | Partials v1",
                "application/json;as=Table;v=v2;g=meta.k8s.io | 406 | 406 | 406",
                "application/json;as=Table;v=v1;g=other.k8s.io,application/json | Whole | Whole | Whole",
                "application/json;as=Table | 406 | 406 | 406",
                "application/json;as=Other;v=v1;g=meta.k8s.io,application/json | Whole | Whole | Whole",
                "application/json;q=0.1,application/json;as=Table;v=v1;g=meta.k8s.io;q=0.5 | Table v1 | Table v1 | Table v1",
                "application/json;q=0.5,application/json;as=Table;v=v1;g=meta.k8s.io;q=0.5 | Whole | Whole | Whole",
                "application/json;as=\"Table\";v=\"v1\";g=\"meta.k8s.io\" | 406 | 406 | 406",
                "application/json ; as = Table ; v = v1 ; g = meta.k8s.io | Table v1 | Table v1 | Table v1",
                "',,application/json' | Whole | Whole | Whole",
            })
    void acceptHeaderSelectsTheFirstAvailableForm(String accept, String object, String list, String watch) {
        assertThat(chosen(accept, Subject.OBJECT)).isEqualTo(object);
        assertThat(chosen(accept, Subject.LIST)).isEqualTo(list);
        assertThat(chosen(accept, Subject.WATCH)).isEqualTo(watch);
    }

    @ParameterizedTest
    @EnumSource
    void missingAcceptHeaderSelectsTheWholeForm(Subject subject) {
        assertThat(chosen("", subject)).isEqualTo("Whole");
    }

    /** Sorted as upstream: a wildcard comes after named types, and an unreadable quality is 0. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | JSON",
                "application/yaml | YAML",
                "application/yaml;q=0.9, application/json;q=0.8 | YAML",
                "application/json;q=0.8, application/yaml;q=0.9 | YAML",
                "*/*;q=0.9, application/yaml;q=0.1 | YAML",
                "application/*, application/yaml;q=0.1 | YAML",
                "application/json;q=0, application/yaml;q=0 | JSON",
                "application/json;q=x, application/yaml;q=0.1 | YAML",
                "application/json;pretty=1 | PRETTY_JSON",
                "application/json; pretty=1 | PRETTY_JSON",
                "application/json;pretty=true | JSON",
                "application/yaml;pretty=1 | YAML",
                "application/yaml;as=Table;v=v1;g=meta.k8s.io | YAML",
            })
    void winningClauseSelectsTheFormat(String accept, Format format) {
        assertThat(Negotiator.negotiate(accept, Pretty.NO).format()).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource({
        "'', curl/8.5.0, YES",
        "'', Wget/1.2, YES",
        "'', 'Mozilla/5.0 (X11)', YES",
        "'', kubectl/v1.36, NO",
        "'', Mozilla/4.0, NO",
        "true, kubectl, YES",
        "1, kubectl, YES",
        "T, kubectl, YES",
        "yes, curl, NO",
        "false, curl, NO",
        "0, curl, NO",
    })
    void prettyJsonFollowsParameterUserAgentAndAccept(String parameter, String userAgent, Pretty pretty) {
        assertThat(Pretty.of(parameter, userAgent)).isEqualTo(pretty);
        assertThat(Negotiator.negotiate("", pretty).format())
                .isEqualTo(pretty == Pretty.YES ? Format.PRETTY_JSON : Format.JSON);
        assertThat(Negotiator.negotiate("application/json;pretty=1", pretty).format())
                .isEqualTo(Format.PRETTY_JSON);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json;as=Table;v=v1;g=meta.k8s.io | ",
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/yaml | YAML",
                "application/json;sv=v1 | ",
                "text/html | ",
                "text/html, */*;q=0.1 | JSON",
            })
    void statusIsServedOnlyAsPlainJsonOrYaml(String accept, @Nullable Format format) {
        assertThat(Negotiator.ofDocument(accept, Pretty.NO)).isEqualTo(Optional.ofNullable(format));
    }

    @Test
    void notAcceptableMessageListsTheMediaTypesOfCustomResources() {
        Status status = Failures.of(() -> Negotiator.negotiate("text/plain", Pretty.NO));

        assertThat(status.reason()).isEqualTo(StatusReason.NOT_ACCEPTABLE);
        assertThat(status.message())
                .isEqualTo("only the following media types are accepted: application/json, application/yaml,"
                        + " application/vnd.kubernetes.protobuf");
    }

    /** The server treats such a header as any other that it cannot satisfy, also in the format of the Status. */
    @Test
    void tooLongAcceptHeaderIsNotAcceptable() {
        String json = "application/json";
        String long4096 = json + " ".repeat(4096 - json.length());

        assertThat(chosen(long4096, Subject.OBJECT)).isEqualTo("Whole");
        assertThat(chosen(long4096 + " ", Subject.OBJECT)).isEqualTo("406");
        assertThat(chosen((json + ",").repeat(31) + json, Subject.OBJECT)).isEqualTo("Whole");
        assertThat(chosen((json + ",").repeat(32) + json, Subject.OBJECT)).isEqualTo("406");
        assertThat(Negotiator.ofDocument(long4096 + " ", Pretty.NO)).isEmpty();
        assertThat(Negotiator.acceptsJson(long4096 + " ")).isFalse();
        assertThat(Failures.of(() -> Negotiator.ofDiscovery(long4096 + " ", Set.of("v2")))
                        .code())
                .isEqualTo(406);
    }

    private static String chosen(String accept, Subject subject) {
        try {
            return switch (Negotiator.negotiate(accept, Pretty.NO).of(subject)) {
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
