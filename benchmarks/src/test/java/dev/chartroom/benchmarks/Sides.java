package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.data.Filling;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.benchmarks.server.Endpoint;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * The two sides of the comparison, and the way to reach each.
 *
 * @param admin the kube-apiserver, which is also the aggregator, as a member of system:masters
 * @param user the same as a user with rights from RBAC, so that an aggregated server has to send access reviews
 * @param direct the program, past the aggregator, as a member of system:masters
 * @param kind the kind of all applications
 * @param applications the number of applications
 */
record Sides(Endpoint admin, Endpoint user, Endpoint direct, ApplicationKind kind, int applications) {

    /** Returns the path of all releases. */
    static String releases() {
        return Filling.RELEASES + "/helmreleases";
    }

    /** Returns the path of the releases of a namespace. */
    static String releases(String namespace) {
        return Filling.RELEASES + "/namespaces/" + namespace + "/helmreleases";
    }

    /** Returns the path of a release. */
    static String release(SampleApplication application) {
        return releases(application.namespace()) + "/" + application.releaseName();
    }

    /** Returns the path of all applications. */
    String path() {
        return base() + "/" + kind.names().plural();
    }

    /** Returns the path of the applications of a namespace. */
    String path(String namespace) {
        return base() + "/namespaces/" + namespace + "/" + kind.names().plural();
    }

    /** Returns the path of an application. */
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
