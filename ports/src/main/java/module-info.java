/** The interfaces that the core uses and the adapters implement, and the records of these interfaces. */
module dev.chartroom.ports {
    requires transitive dev.chartroom.domain;
    requires static transitive org.jspecify;

    exports dev.chartroom.ports.admission;
    exports dev.chartroom.ports.audit;
    exports dev.chartroom.ports.auth;
    exports dev.chartroom.ports.event;
    exports dev.chartroom.ports.json;
    exports dev.chartroom.ports.kind;
    exports dev.chartroom.ports.placement;
    exports dev.chartroom.ports.release;
    exports dev.chartroom.ports.secret;
    exports dev.chartroom.ports.storage;
}
