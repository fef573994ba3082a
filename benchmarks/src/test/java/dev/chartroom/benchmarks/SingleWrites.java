package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.benchmarks.server.PassThroughProcess;
import java.util.List;

/**
 * Writes single objects, as a user with rights from RBAC: Applications, and releases of the same size. The releases
 * belong to no kind of Chartroom, so it receives no events of them.
 */
final class SingleWrites {
    private static final int FIRST_NEW = 500_000;
    /** Replaces one letter, so that the group keeps its length. */
    private static final String OTHER_LETTER = "x";

    private final Sides sides;
    private final String namespace;

    /** @param namespace the namespace to create, with an object of each sort to patch */
    SingleWrites(Sides sides, String namespace) {
        this.sides = sides;
        this.namespace = namespace;
        Filling filling = new Filling(sides.admin());
        filling.namespace(namespace);
        filling.store(List.of(sample(-1)));
        createRelease(-2);
    }

    void createRelease(int number) {
        create(Sides.releases(namespace), release(3 * number));
    }

    void createPassed(int number) {
        create(PassThroughProcess.path(Sides.releases(namespace)), release(3 * number + 1));
    }

    void createApplication(int number) {
        create(
                sides.path(namespace),
                sample(3 * number + 2).application().toJson().toString());
    }

    void patchRelease(int number) {
        patch(Sides.releases(namespace) + "/" + sample(-6).releaseName(), ofRelease(number));
    }

    /** Patches the same object as {@link #patchRelease}, because only one of them patches it at a time. */
    void patchPassed(int number) {
        patch(
                PassThroughProcess.path(
                        Sides.releases(namespace) + "/" + sample(-6).releaseName()),
                ofRelease(number + 3));
    }

    void patchApplication(int number) {
        patch(sides.path(sample(-1)), "{\"spec\":" + spec(number) + "}");
    }

    /** Deletes everything that was created. */
    void clear() {
        sides.admin().send("DELETE", Sides.releases(namespace), Endpoint.JSON, "");
    }

    private SampleApplication sample(int number) {
        return new SampleApplication(sides.kind(), namespace, FIRST_NEW + number);
    }

    private String release(int number) {
        String group = sides.kind().group();
        return sample(number).release().toString().replace(group, OTHER_LETTER + group.substring(1));
    }

    private void create(String path, String body) {
        sides.user().send("POST", path, Endpoint.JSON, body);
    }

    private void patch(String path, String body) {
        sides.user().send("PATCH", path, Endpoint.MERGE_PATCH, body);
    }

    private static String ofRelease(int number) {
        return "{\"spec\":{\"values\":" + spec(number) + "}}";
    }

    /** Returns a spec that differs from that of the previous number. */
    private static String spec(int number) {
        return "{\"replicas\":" + (1 + number % 7) + "}";
    }
}
