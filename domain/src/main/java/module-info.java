/** Chartroom's domain model in plain Java: no framework, no I/O, no clock of its own. */
module dev.chartroom.domain {
    requires static transitive org.jspecify;

    exports dev.chartroom.domain.admission;
    exports dev.chartroom.domain.application;
    exports dev.chartroom.domain.audit;
    exports dev.chartroom.domain.auth;
    exports dev.chartroom.domain.chart;
    exports dev.chartroom.domain.chart.jsonschema;
    exports dev.chartroom.domain.chart.values;
    exports dev.chartroom.domain.conversion;
    exports dev.chartroom.domain.deadline;
    exports dev.chartroom.domain.evolution;
    exports dev.chartroom.domain.json;
    exports dev.chartroom.domain.jsonpath;
    exports dev.chartroom.domain.kind;
    exports dev.chartroom.domain.managedfields;
    exports dev.chartroom.domain.masking;
    exports dev.chartroom.domain.meta;
    exports dev.chartroom.domain.patch;
    exports dev.chartroom.domain.schema;
    exports dev.chartroom.domain.status;
    exports dev.chartroom.domain.table;
    exports dev.chartroom.domain.validation;
    exports dev.chartroom.domain.version;
    exports dev.chartroom.domain.watch;
}
