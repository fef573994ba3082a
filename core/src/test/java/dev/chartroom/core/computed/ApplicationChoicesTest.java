package dev.chartroom.core.computed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.StorageClass;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.FormHints;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.kind.StorageClasses;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationChoicesTest {
    private static final UserInfo KIM = UserInfo.of("kim", List.of());
    private static final ApplicationKind OPTIONS = ComputedKinds.APPLICATION_OPTIONS;
    private static final String REDISES = "redises." + Kinds.GROUP;
    private static final String FIELDS = "{path: 'spec.storageClass', options: {source: 'StorageClasses'}},"
            + " {path: 'spec.size', title: 'Size'},"
            + " {path: 'spec.database', options: {source: 'Applications', resource: 'postgreses." + Kinds.GROUP + "'}},"
            + " {path: 'spec.gone', options: {source: 'Applications', resource: 'gones." + Kinds.GROUP + "'}}";

    private final ApplicationStore applications = mock(ApplicationStore.class);
    /** Each as verb, resource, namespace and subresource, such as {@code "get redises shop "}. */
    private final Set<String> allowed = new HashSet<>();

    private final List<String> asked = new ArrayList<>();
    private List<ApplicationKind> kinds = List.of(withOptions(Kinds.redis(), FIELDS), Kinds.postgres());
    private StorageClasses storageClasses =
            limit -> Optional.of(Stream.of(new StorageClass("fast", false), new StorageClass("slow", true))
                    .limit(limit)
                    .toList());
    private int databases = 2;

    ApplicationChoicesTest() {
        when(applications.list(any(), any())).thenAnswer(call -> {
            ListRequest request = call.getArgument(1);
            assertThat(call.<ApplicationKind>getArgument(0)).isEqualTo(Kinds.postgres());
            return new ApplicationPage(
                    "1",
                    IntStream.range(0, databases)
                            .limit(request.limit())
                            .mapToObj(i -> database(request.namespace(), "db-" + i))
                            .toList(),
                    databases > request.limit() ? "more" : "",
                    null);
        });
    }

    private static ServedApplication database(String namespace, String name) {
        Application object =
                new Application(Kinds.postgres().gvk(), ObjectMeta.of(namespace, name), null, JsonObject.EMPTY);
        return new StoredApplication(Kinds.postgres(), object, new TextCodec()).served();
    }

    private static ApplicationKind withOptions(ApplicationKind kind, String fields) {
        return Kinds.builder(kind)
                .form(new FormHints(TestJson.object("{fields: [" + fields + "]}")))
                .build();
    }

    @Test
    void choicesAreThoseThatTheUserMayList() {
        allowed.addAll(List.of("create redises shop ", "list storageclasses  ", "list postgreses shop "));

        assertThat(fields())
                .hasToString("[{\"path\":\"spec.storageClass\",\"source\":\"StorageClasses\",\"choices\":"
                        + "[{\"value\":\"fast\"}, {\"value\":\"slow\",\"default\":true}]},"
                        + " {\"path\":\"spec.database\",\"source\":\"Applications\",\"resource\":\"postgreses."
                        + Kinds.GROUP + "\",\"choices\":[{\"value\":\"db-0\"}, {\"value\":\"db-1\"}]},"
                        + " {\"path\":\"spec.gone\",\"source\":\"Applications\",\"resource\":\"gones." + Kinds.GROUP
                        + "\",\"message\":\"gones." + Kinds.GROUP + " is not served\"}]");
    }

    /** Each line has the only right of the user, besides that to create the kind. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            none|false|false
            list storageclasses  |true|false
            list applicationoptions shop storageclasses|true|false
            list applicationoptions till storageclasses|false|false
            get applicationoptions shop storageclasses|false|false
            get storageclasses  |false|false
            list postgreses shop |false|true
            list postgreses till |false|false
            get postgreses shop |false|false
            create postgreses shop |false|false
            """)
    void eachSourceRequiresItsRight(@Nullable String right, boolean hasStorageClasses, boolean hasDatabases) {
        allowed.add("create redises shop ");
        if (right != null) {
            allowed.add(right);
        }

        List<JsonObject> fields = fields().objects();

        assertThat(fields.getFirst().has("choices")).isEqualTo(hasStorageClasses);
        assertThat(fields.getFirst().stringOrEmpty("message"))
                .isEqualTo(hasStorageClasses ? "" : "you may not list storage classes");
        assertThat(fields.get(1).has("choices")).isEqualTo(hasDatabases);
        assertThat(fields.get(1).stringOrEmpty("message"))
                .isEqualTo(hasDatabases ? "" : "you may not list postgreses." + Kinds.GROUP);
    }

    @Test
    void serverWithoutARightSaysSo() {
        storageClasses = StorageClasses.NONE;
        allowed.addAll(List.of("get redises shop ", "list storageclasses  "));

        assertThat(fields().objects().getFirst().stringOrEmpty("message"))
                .isEqualTo("the server may not list storage classes");
    }

    @ParameterizedTest
    @ValueSource(ints = {199, 200, 201})
    void atMostTwoHundredChoicesAreShown(int number) {
        databases = number;
        storageClasses = limit -> Optional.of(IntStream.range(0, number)
                .limit(limit)
                .mapToObj(i -> new StorageClass("class-" + i, false))
                .toList());
        allowed.addAll(List.of("get redises shop ", "list storageclasses  ", "list postgreses shop "));

        for (JsonObject field : fields().objects().subList(0, 2)) {
            assertThat(field.arrayOrEmpty("choices").size()).isEqualTo(Math.min(number, 200));
            assertThat(field.stringOrEmpty("message")).isEqualTo(number > 200 ? "there are more than 200" : "");
        }
    }

    @Test
    void sourceOfManyFieldsIsReadOnce() {
        List<Integer> reads = new ArrayList<>();
        storageClasses = limit -> {
            reads.add(limit);
            return Optional.of(List.of());
        };
        String field = "{path: 'spec.a', options: {source: 'StorageClasses'}}";
        kinds = List.of(withOptions(Kinds.redis(), field + "," + field), withOptions(Kinds.postgres(), field));
        allowed.addAll(List.of("get redises shop ", "get postgreses shop ", "list storageclasses  "));

        assertThat(list(100)).hasSize(2);
        assertThat(reads).containsExactly(201);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void listHasExactlyTheObjectsThatAGetAllows(long seed) {
        Random random = new Random(seed);
        kinds = IntStream.range(0, 130)
                .mapToObj(i -> ApplicationKind.builder(
                                Kinds.GROUP,
                                "v1",
                                new KindNames(
                                        "Kind" + i, "Kind" + i + "List", "kind" + i, "kind" + i, List.of(), List.of()),
                                Kinds.redis().schema(),
                                Kinds.redis().release())
                        .form(new FormHints(TestJson.object(i % 5 == 0 ? "{}" : "{fields: [" + FIELDS + "]}")))
                        .build())
                .toList();
        for (int i = 0; i < kinds.size(); i++) {
            allowed.add(List.of("create", "get", "list", "update").get(random.nextInt(4)) + " kind" + i + " shop ");
        }
        List<String> readable = new ArrayList<>();
        for (ApplicationKind kind : kinds) {
            try {
                get(kind.groupResource().toString());
                readable.add(kind.groupResource().toString());
            } catch (ApiException e) {
                assertThat(e.error()).isInstanceOf(ApiError.Forbidden.class);
            }
        }

        assertThat(list(random.nextInt(1, 60))).isSorted().containsExactlyInAnyOrderElementsOf(readable);
        assertThat(readable).isNotEmpty();
    }

    @Test
    void kindThatTheUserMayNeitherCreateNorGetIsForbiddenWhetherOrNotItHasOptions() {
        allowed.add("list redises shop ");

        for (String name : List.of(REDISES, "postgreses." + Kinds.GROUP, "gones." + Kinds.GROUP, "a")) {
            assertThatExceptionOfType(ApiException.class)
                    .isThrownBy(() -> get(name))
                    .satisfies(e -> assertThat(e.error()).isInstanceOf(ApiError.Forbidden.class));
        }
        assertThat(list(0)).isEmpty();
    }

    @Test
    void listOfAllNamespacesIsABadRequest() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> during(() -> store().list(OPTIONS, ListRequest.all(""))))
                .withMessageContaining("list those of one namespace");
    }

    private List<String> list(long limit) {
        List<String> names = new ArrayList<>();
        String next = "";
        do {
            asked.clear();
            ListRequest request = ListRequest.all("shop").withLimit(limit);
            ListRequest of = next.isEmpty() ? request : request.withContinue(next);
            ApplicationPage page = during(() -> store().list(OPTIONS, of));
            page.items().forEach(item -> names.add(item.namespacedName().name()));
            next = page.continueToken();
            // The last object of a page can cost four questions, and two to get its choices.
            assertThat(asked).hasSizeLessThan(ComputedPages.MOST_QUESTIONS + 6);
        } while (!next.isEmpty());
        return names;
    }

    private JsonArray fields() {
        return get(REDISES).objectOrEmpty("status").arrayOrEmpty("fields");
    }

    private JsonObject get(String name) {
        ServedApplication read = during(() -> store().get(OPTIONS, new NamespacedName("shop", name), ""));
        return (JsonObject) new TextCodec().parse(read.json());
    }

    private static <T> T during(Supplier<T> read) {
        return RequestUser.during(KIM, read);
    }

    private ComputedApplicationStore store() {
        KindRegistry registry = KindRegistry.assemble(kinds.stream()
                .<Declaration>map(kind -> new Declaration.Valid(kind.toString(), kind))
                .toList());
        return new ComputedApplicationStore(
                Map.of(),
                Map.of(
                        OPTIONS.names().plural(),
                        new ApplicationChoices(() -> registry, applications, this::decide, storageClasses)),
                new TextCodec());
    }

    private Decision decide(RequestAttributes attributes) {
        RequestAttributes.Resource resource = (RequestAttributes.Resource) attributes;
        String question =
                resource.verb() + " " + resource.resource() + " " + resource.namespace() + " " + resource.subresource();
        asked.add(question);
        return allowed.contains(question) ? new Decision.Allowed("") : new Decision.NoOpinion("");
    }
}
