package dev.chartroom.adapters.http.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.table.ApplicationTable;
import dev.chartroom.ports.storage.ApplicationPage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract E5. */
class TableRendererTest {
    private static final Representation TABLE = new Representation.AsTable("v1");

    private final Rendered objects = new Rendered();
    private final Renderer renderer = renderer("v1", IncludeObject.METADATA);

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void anObjectIsATableOfOneRow(String version) {
        JsonObject table = Json.object(renderer(version, IncludeObject.METADATA).object(objects.cart));

        assertThat(table.stringOrEmpty("kind")).isEqualTo("Table");
        assertThat(table.stringOrEmpty("apiVersion")).isEqualTo("meta.k8s.io/" + version);
        assertThat(table.objectOrEmpty("metadata"))
                .isEqualTo(JsonObject.builder()
                        .put("resourceVersion", objects.cart.metadata().resourceVersion())
                        .build());
        assertThat(rows(table)).hasSize(1);
        assertThat(rows(table).getFirst().get("object"))
                .isEqualTo(Rendered.typed(
                        "meta.k8s.io/" + version,
                        "PartialObjectMetadata",
                        objects.cart.metadata().toJson()));
    }

    @Test
    void columnDefinitionsAreThoseOfApplicationTable() {
        List<JsonObject> columns =
                Json.objects(Json.object(renderer.object(objects.cart)).arrayOrEmpty("columnDefinitions"));

        assertThat(columns)
                .isEqualTo(ApplicationTable.columns().stream()
                        .map(TableColumn::toJson)
                        .toList());
        assertThat(columns).hasSizeGreaterThan(2);
        assertThat(columns.getFirst().stringOrEmpty("format")).isEqualTo("name");
    }

    @Test
    void rowHasOneCellPerColumnAndAHumanReadableAge() {
        JsonObject table = Json.object(renderer.object(objects.cart));
        JsonArray cells = rows(table).getFirst().arrayOrEmpty("cells");

        assertThat(cells.size())
                .isEqualTo(table.arrayOrEmpty("columnDefinitions").size());
        assertThat(cells.values().subList(0, 3))
                .containsExactly(new JsonString("cart"), new JsonString("Unknown"), new JsonString("2d1h"));
    }

    @ParameterizedTest
    @EnumSource
    void includeObjectSelectsTheObjectOfARow(IncludeObject includeObject) {
        JsonValue carried = rows(Json.object(renderer("v1", includeObject).object(objects.cart)))
                .getFirst()
                .get("object");

        assertThat(carried)
                .isEqualTo(
                        switch (includeObject) {
                            case NONE -> JsonNull.NULL;
                            case METADATA ->
                                Rendered.typed(
                                        "meta.k8s.io/v1",
                                        "PartialObjectMetadata",
                                        objects.cart.metadata().toJson());
                            case OBJECT -> Json.object(objects.cart.json());
                        });
    }

    @Test
    void listHasOneRowPerObjectAndPagingMetadata() {
        ApplicationPage page = new ApplicationPage("5", List.of(objects.basket, objects.cart), "token", 7L);

        JsonObject table = Rendered.list(renderer, page);

        assertThat(table.names()).containsOnlyOnce("kind", "apiVersion", "columnDefinitions", "metadata", "rows");
        assertThat(table.get("metadata"))
                .isEqualTo(Json.value("{\"resourceVersion\":\"5\",\"continue\":\"token\",\"remainingItemCount\":7}"));
        assertThat(table.arrayOrEmpty("columnDefinitions").isEmpty()).isFalse();
        assertThat(rows(table))
                .isEqualTo(List.of(
                        rows(Json.object(renderer.object(objects.basket))).getFirst(),
                        rows(Json.object(renderer.object(objects.cart))).getFirst()));
    }

    @Test
    void anEmptyListHasColumnsAndNoRows() {
        JsonObject table = Rendered.list(renderer, new ApplicationPage("5", List.of(), "", null));

        assertThat(table.get("rows")).isEqualTo(JsonArray.EMPTY);
        assertThat(table.arrayOrEmpty("columnDefinitions").isEmpty()).isFalse();
    }

    @Test
    void onlyTheFirstEventHasColumns() {
        JsonObject first = Json.object(renderer.event(objects.cart, true));
        JsonObject later = Json.object(renderer.event(objects.cart, false));

        assertThat(first).isEqualTo(Json.object(renderer.object(objects.cart)));
        assertThat(later).isEqualTo(first.with("columnDefinitions", JsonNull.NULL));
    }

    @Test
    void aBookmarkKeepsItsAnnotationInTheRow() {
        JsonObject table = Json.object(renderer.bookmark(Rendered.BOOKMARK, false));

        assertThat(table.stringOrEmpty("kind")).isEqualTo("Table");
        assertThat(table.get("metadata")).isEqualTo(Json.value("{\"resourceVersion\":\"77\"}"));
        assertThat(rows(table)).hasSize(1);
        assertThat(rows(table).getFirst().get("object"))
                .isEqualTo(Rendered.typed("meta.k8s.io/v1", "PartialObjectMetadata", Rendered.BOOKMARK));
    }

    @Test
    void bookmarkRowHasAnEmptyNameAndNullCells() {
        JsonObject first = Json.object(renderer.bookmark(Rendered.BOOKMARK, true));
        JsonObject later = Json.object(renderer.bookmark(Rendered.BOOKMARK, false));
        JsonArray cells = rows(first).getFirst().arrayOrEmpty("cells");

        assertThat(first.arrayOrEmpty("columnDefinitions").size()).isEqualTo(cells.size());
        assertThat(later.get("columnDefinitions")).isEqualTo(JsonNull.NULL);
        assertThat(cells.get(0)).isEqualTo(new JsonString(""));
        assertThat(cells.values().subList(1, cells.size())).containsOnly(JsonNull.NULL);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, false, ''",
        "NONE, true, PartialObjectMetadata",
        "METADATA, false, PartialObjectMetadata",
        "OBJECT, false, Redis",
        "OBJECT, true, Redis"
    })
    void bookmarkRowHonoursIncludeObjectAndKeepsAnnotations(
            IncludeObject includeObject, boolean annotated, String kind) {
        JsonObject metadata = annotated ? Rendered.BOOKMARK : Rendered.BOOKMARK.without("annotations");

        JsonObject row = rows(Json.object(renderer("v1", includeObject).bookmark(metadata, false)))
                .getFirst();

        assertThat(row.objectOrEmpty("object").stringOrEmpty("kind")).isEqualTo(kind);
        assertThat(row.objectOrEmpty("object").objectOrEmpty("metadata"))
                .isEqualTo(kind.isEmpty() ? JsonObject.EMPTY : metadata);
    }

    @Test
    void includeObjectIsIgnoredWithoutATable() {
        assertThat(IncludeObject.of(new Representation.Whole(), "All")).isEqualTo(IncludeObject.METADATA);
    }

    @ParameterizedTest
    @CsvSource({"None, NONE", "Metadata, METADATA", "Object, OBJECT", "'', METADATA"})
    void includeObjectMayBeNoneMetadataOrObject(String parameter, IncludeObject includeObject) {
        assertThat(IncludeObject.of(TABLE, parameter)).isEqualTo(includeObject);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "All", "OBJECT", " "})
    void unknownIncludeObjectValuesAreBadRequests(String parameter) {
        assertThat(Failures.of(() -> IncludeObject.of(TABLE, parameter)).reason())
                .isEqualTo(StatusReason.BAD_REQUEST);
    }

    private static Renderer renderer(String version, IncludeObject includeObject) {
        return Rendered.renderer(new Representation.AsTable(version), includeObject);
    }

    private static List<JsonObject> rows(JsonObject table) {
        return Json.objects(table.arrayOrEmpty("rows"));
    }
}
