/** Chartroom's domain model in plain Java: no framework, no I/O, no clock of its own. */
module dev.chartroom.domain {
    requires transitive dev.chartroom.apimachinery;
    requires static transitive org.jspecify;

    exports dev.chartroom.domain.admission;
    exports dev.chartroom.domain.adoption;
    exports dev.chartroom.domain.application;
    exports dev.chartroom.domain.builtin;
    exports dev.chartroom.domain.computed;
    exports dev.chartroom.domain.conversion;
    exports dev.chartroom.domain.cost;
    exports dev.chartroom.domain.definition;
    exports dev.chartroom.domain.evolution;
    exports dev.chartroom.domain.kind;
    exports dev.chartroom.domain.masking;
    exports dev.chartroom.domain.progress;
    exports dev.chartroom.domain.release;
    exports dev.chartroom.domain.subresource;
    exports dev.chartroom.domain.table;
    exports dev.chartroom.domain.version;
}
