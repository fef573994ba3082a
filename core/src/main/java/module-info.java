/** The use cases, the watch cache and the decorators of stores. They reach everything outside through ports. */
module dev.chartroom.core {
    requires transitive dev.chartroom.ports;
    requires static transitive org.jspecify;

    exports dev.chartroom.core.admission;
    exports dev.chartroom.core.adoption;
    exports dev.chartroom.core.catalogue;
    exports dev.chartroom.core.computed;
    exports dev.chartroom.core.cost;
    exports dev.chartroom.core.event;
    exports dev.chartroom.core.migration;
    exports dev.chartroom.core.namespace;
    exports dev.chartroom.core.placement;
    exports dev.chartroom.core.release;
    exports dev.chartroom.core.request;
    exports dev.chartroom.core.retry;
    exports dev.chartroom.core.simulation;
    exports dev.chartroom.core.store;
    exports dev.chartroom.core.subresource;
    exports dev.chartroom.core.watch;
    exports dev.chartroom.core.watchcache;
    exports dev.chartroom.core.write;
}
