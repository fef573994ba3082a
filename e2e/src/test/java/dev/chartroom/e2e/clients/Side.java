package dev.chartroom.e2e.clients;

import java.util.Locale;

/** Who serves the kind under test. Groups are of one length, so that columns of tables are as wide. */
enum Side {
    /** The kube-apiserver, by a CustomResourceDefinition. */
    CRD("native.example.com"),
    /** Chartroom, behind the aggregator. */
    CHARTROOM("served.example.com");

    private final String group;

    Side(String group) {
        this.group = group;
    }

    String group() {
        return group;
    }

    String apiVersion() {
        return group + "/" + Gadget.VERSION;
    }

    /** The resource as kubectl takes it. */
    String resource() {
        return Gadget.PLURAL + "." + group;
    }

    /** A namespace of this side for a test: of the same length for both. */
    String namespace(String test) {
        return test + "-" + name().toLowerCase(Locale.ROOT).substring(1, 2);
    }
}
