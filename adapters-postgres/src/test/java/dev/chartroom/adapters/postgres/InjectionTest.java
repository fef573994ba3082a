package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Input of clients reaches the database only as values, and comes back unchanged. */
class InjectionTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static PostgresStorage storage;

    @BeforeAll
    static void open() {
        storage = PostgresServer.open(PostgresServer.settings());
        storage.store()
                .create(
                        Kinds.redis(),
                        new Application(
                                Kinds.redis().gvk(),
                                ObjectMeta.of("default", "there"),
                                Kinds.replicas(1),
                                JsonObject.EMPTY),
                        OPTIONS);
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    static Stream<String> texts() {
        return Stream.of(
                "'; DROP TABLE application; --",
                "there' OR '1'='1",
                "$1",
                "?",
                "%",
                "_",
                "\\",
                "\\u0000",
                "E'\\x00'",
                "\"quoted\"",
                "{\"a\":1}",
                "two\nlines\t",
                "\u0001",
                "a\0b",
                "\0",
                "\uD83D\uDE00",
                "\uD800",
                "\uDC00\uD800",
                "\uFFFF\uFFFE",
                "\u202E");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void missingNameIsNotFound(String text) {
        ApplicationStore store = storage.store();
        for (NamespacedName name : new NamespacedName[] {
            new NamespacedName("default", text), new NamespacedName(text, "there"), new NamespacedName(text, text)
        }) {
            assertThat(reason(() -> store.get(Kinds.redis(), name, ""))).isEqualTo(StatusReason.NOT_FOUND);
            assertThat(reason(() -> store.delete(Kinds.redis(), name, new DeleteRequest("", "", "", false))))
                    .isEqualTo(StatusReason.NOT_FOUND);
        }
        assertThat(store.list(Kinds.redis(), ListRequest.all(text)).items()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void continueTokenSelectsOnlyObjectsOfTheList(String text) {
        ApplicationStore store = storage.store();
        String latest = store.list(Kinds.redis(), ListRequest.all("")).resourceVersion();
        String token = new ContinueToken(Long.parseLong(latest), text).text();

        Stream.of("", "default", text).forEach(namespace -> {
            ListRequest all = ListRequest.all(namespace);
            assertThat(names(all.withContinue(token)))
                    .isSubsetOf(names(all))
                    .allMatch(name -> namespace.isEmpty() || name.namespace().equals(namespace));
        });
    }

    private static List<NamespacedName> names(ListRequest request) {
        return storage.store().list(Kinds.redis(), request).items().stream()
                .map(ServedApplication::namespacedName)
                .toList();
    }

    @Test
    void randomTextRoundTrips() {
        SplittableRandom random = new SplittableRandom(20261122);
        for (int i = 0; i < 200; i++) {
            String text = IntStream.range(0, random.nextInt(1, 30))
                    .map(_ -> random.nextInt(4) == 0 ? random.nextInt(0x20) : random.nextInt(0x110000))
                    .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            roundTrips("text-" + i, text);
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void awkwardTextRoundTrips(String text) {
        roundTrips("awkward", text);
        storage.store()
                .delete(Kinds.redis(), new NamespacedName("default", "awkward"), new DeleteRequest("", "", "", false));
    }

    /** Uses names that validation never accepts. */
    @ParameterizedTest
    @MethodSource("texts")
    void nameWithNulIsInvalidAndOtherUnicodeNamesAreStored(String text) {
        ObjectMeta metadata = ObjectMeta.of("default", "n" + text);
        Application application = new Application(Kinds.redis().gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY);
        if (text.contains("\0")) {
            assertThat(reason(() -> storage.store().create(Kinds.redis(), application, OPTIONS)))
                    .isEqualTo(StatusReason.INVALID);
        } else if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            storage.store().create(Kinds.redis(), application, OPTIONS);
            NamespacedName name = metadata.namespacedName();
            assertThat(storage.store().get(Kinds.redis(), name, "").namespacedName())
                    .isEqualTo(name);
            storage.store().delete(Kinds.redis(), name, new DeleteRequest("", "", "", false));
        }
    }

    private static void roundTrips(String name, String text) {
        // An unpaired surrogate is no text, and codecs may treat it differently.
        boolean isText = text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
        Application created = create(name, text);
        Application read = storage.store()
                .current(Kinds.redis(), new NamespacedName("default", name))
                .application();
        if (isText) {
            assertThat(read).isEqualTo(created);
            assertThat(read.spec())
                    .isEqualTo(JsonObject.builder().put("name", text).build());
        }
    }

    private static Application create(String name, String text) {
        ObjectMeta metadata = ObjectMeta.of("default", name).toBuilder()
                .labels(Map.of("text", text))
                .annotations(Map.of(text, text))
                .build();
        return storage.store()
                .create(
                        Kinds.redis(),
                        new Application(
                                Kinds.redis().gvk(),
                                metadata,
                                JsonObject.builder().put("name", text).build(),
                                JsonObject.EMPTY),
                        OPTIONS)
                .application();
    }

    private static StatusReason reason(ThrowingCallable call) {
        ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return Status.of(thrown.error()).reason();
    }
}
