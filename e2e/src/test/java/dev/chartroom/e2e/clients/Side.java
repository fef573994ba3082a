package dev.chartroom.e2e.clients;

import java.util.Locale;

/** The server of the kind under test. Groups have the same length, so that columns of tables have the same width. */
enum Side {
    /** The kube-apiserver, with a CustomResourceDefinition. */
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

    /** Returns the resource as a kubectl argument. */
    String resource() {
        return Gadget.PLURAL + "." + group;
    }

    /** Returns this side's namespace of a test; the names have the same length on both sides. */
    String namespace(String test) {
        return test + "-" + name().toLowerCase(Locale.ROOT).substring(1, 2);
    }
}
