package dev.chartroom.conformance.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.schema.ResourceSchema;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run deletes what it made, whatever the tested server does, and nothing else. */
@Timeout(30)
class WorkspaceTest {
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String OBJECTS = "/apis/apps.example.com/v1/namespaces/%s/redises/%s";
    private static final String MISSING = "there-is-no-such-namespace";
    private static final String TWIN = Twin.CRDS + "/redises." + Twin.GROUP;
    private static final TestedResource REDISES = new TestedResource(
            "apps.example.com",
            "v1",
            "redises",
            "redis",
            "Redis",
            true,
            Set.of("create", "delete", "get", "list", "patch", "update"),
            Set.of());
    private static final ResourceSchema SCHEMA =
            new ResourceSchema(JsonObject.EMPTY, Optional.empty(), JsonArray.of(), JsonObject.EMPTY);

    private final MemoryCluster cluster = new MemoryCluster();
    private final Workspace workspace = new Workspace(ClusterApi.of(cluster), REDISES, "a");

    @Test
    void everythingIsGoneAfterwards() {
        workspace.open(SCHEMA, 2);
        assertThat(cluster.paths())
                .containsExactlyInAnyOrder(TWIN, NAMESPACES + "/conformance-a-1", NAMESPACES + "/conformance-a-2");

        assertThat(workspace.remove()).isEmpty();

        assertThat(cluster.paths()).isEmpty();
    }

    @Test
    void aTwinWhoseCreationGotNoAnswerIsDeleted() {
        cluster.losing("POST", Twin.CRDS);

        assertThatThrownBy(() -> workspace.open(SCHEMA, 2)).hasMessageContaining("the connection was reset");
        assertThat(cluster.paths()).containsExactly(TWIN);

        assertThat(workspace.remove()).isEmpty();
        assertThat(cluster.paths()).isEmpty();
    }

    @Test
    void aTwinOfAnotherRunStays() {
        cluster.with(TWIN);

        assertThatThrownBy(() -> workspace.open(SCHEMA, 2)).hasMessageContaining("exists. If no other run");
        assertThat(workspace.remove()).isEmpty();

        assertThat(cluster.paths()).containsExactly(TWIN);
    }

    @Test
    void aNamespaceWhoseCreationGotNoAnswerIsDeleted() {
        cluster.losing("POST", NAMESPACES);

        assertThatThrownBy(() -> workspace.open(SCHEMA, 2)).hasMessageContaining("the connection was reset");
        assertThat(cluster.paths()).contains(NAMESPACES + "/conformance-a-1");

        assertThat(workspace.remove()).isEmpty();
        assertThat(cluster.paths()).isEmpty();
    }

    /** A server that ignores namespaces answers 201 to a case that needs a 404. */
    @Test
    void objectsInTheMissingNamespaceAreDeleted() {
        workspace.open(SCHEMA, 1);
        createIn(MISSING, "stray");

        assertThat(workspace.remove()).isEmpty();

        assertThat(cluster.paths()).isEmpty();
    }

    @Test
    void aRunNeedsThatTheMissingNamespaceIsMissing() {
        cluster.with(NAMESPACES + "/" + MISSING).with(OBJECTS.formatted(MISSING, "of-a-user"));

        assertThatThrownBy(() -> workspace.open(SCHEMA, 1)).hasMessageContaining(MISSING + " exists");
        assertThat(workspace.remove()).isEmpty();

        assertThat(cluster.paths())
                .containsExactlyInAnyOrder(NAMESPACES + "/" + MISSING, OBJECTS.formatted(MISSING, "of-a-user"));
    }

    /** Such a server could otherwise make the run delete an object of the same name, or a path of the server's choice. */
    @Test
    void objectsThatAServerListsInTheWrongNamespaceStay() {
        String other = OBJECTS.formatted("shop", "cache");
        cluster.with(other)
                .listing(
                        MemoryCluster.object("shop", "cache"),
                        MemoryCluster.object("conformance-a-1", "../../shop/redises/cache"),
                        MemoryCluster.object("conformance-a-1", "a?dryRun=All"));
        workspace.open(SCHEMA, 1);

        workspace.inNamespace(namespace -> createIn(namespace, "mine"));
        assertThat(workspace.remove()).isEmpty();

        assertThat(cluster.paths()).containsExactly(other);
    }

    @Test
    void aCaseGetsANamespaceWithoutObjectsOfTheLastOne() {
        workspace.open(SCHEMA, 1);

        String first = workspace.inNamespace(namespace -> createIn(namespace, "a"));
        String second = workspace.inNamespace(namespace -> {
            assertThat(cluster.paths()).noneMatch(path -> path.contains("/redises/"));
            return namespace;
        });

        assertThat(second).isEqualTo(first);
    }

    /** Otherwise, later cases would wait for a namespace without end. */
    @Test
    void laterCasesFailIfANamespaceCannotBeReplaced() {
        workspace.open(SCHEMA, 1);
        cluster.losing("GET", "/redises").refusing("POST", NAMESPACES);

        workspace.inNamespace(namespace -> createIn(namespace, "a"));

        assertThatThrownBy(() -> workspace.inNamespace(namespace -> namespace))
                .isInstanceOf(ConformanceException.class)
                .hasMessageContaining("refused");
    }

    @Test
    void afterItsEndNoCaseStarts() {
        workspace.open(SCHEMA, 1);
        workspace.remove();

        assertThatThrownBy(() -> workspace.inNamespace(namespace -> namespace)).hasMessage("the run was ended");
        assertThat(workspace.remove()).isEmpty();
    }

    /** Creates an object as a case does, and returns its namespace. */
    private String createIn(String namespace, String name) {
        String path = OBJECTS.formatted(namespace, name);
        ClusterApi.of(cluster).create(path.substring(0, path.lastIndexOf('/')), MemoryCluster.object(namespace, name));
        return namespace;
    }
}
