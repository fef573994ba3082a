package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * What is compared, and how each is reached.
 *
 * @param admin the kube-apiserver, which is also the aggregator, as a member of system:masters
 * @param user the same as somebody whom RBAC lets, so that an aggregated server has to ask whether he may
 * @param direct the program, past the aggregator, as a member of system:masters
 * @param kind of all applications
 * @param applications how many there are
 */
record Sides(Endpoint admin, Endpoint user, Endpoint direct, ApplicationKind kind, int applications) {

    /** All releases. */
    static String releases() {
        return Filling.RELEASES + "/helmreleases";
    }

    /** Those of a namespace. */
    static String releases(String namespace) {
        return Filling.RELEASES + "/namespaces/" + namespace + "/helmreleases";
    }

    /** One. */
    static String release(SampleApplication application) {
        return releases(application.namespace()) + "/" + application.releaseName();
    }

    /** All applications. */
    String path() {
        return base() + "/" + kind.names().plural();
    }

    /** Those of a namespace. */
    String path(String namespace) {
        return base() + "/namespaces/" + namespace + "/" + kind.names().plural();
    }

    /** One. */
    String path(SampleApplication application) {
        return path(application.namespace()) + "/" + application.name();
    }

    SampleApplication sample(int index) {
        return SampleApplication.of(kind, index);
    }

    private String base() {
        return "/apis/" + kind.groupVersion();
    }
}
