/** The ports of the core, and the use cases that use them. */
module dev.chartroom.ports {
    requires transitive dev.chartroom.domain;
    requires static transitive org.jspecify;

    exports dev.chartroom.ports.admission;
    exports dev.chartroom.ports.audit;
    exports dev.chartroom.ports.auth;
    exports dev.chartroom.ports.cache;
    exports dev.chartroom.ports.deadline;
    exports dev.chartroom.ports.json;
    exports dev.chartroom.ports.kind;
    exports dev.chartroom.ports.limit;
    exports dev.chartroom.ports.migration;
    exports dev.chartroom.ports.namespace;
    exports dev.chartroom.ports.placement;
    exports dev.chartroom.ports.polling;
    exports dev.chartroom.ports.projection;
    exports dev.chartroom.ports.retry;
    exports dev.chartroom.ports.rollout;
    exports dev.chartroom.ports.secret;
    exports dev.chartroom.ports.service;
    exports dev.chartroom.ports.storage;
    exports dev.chartroom.ports.watch;
}
