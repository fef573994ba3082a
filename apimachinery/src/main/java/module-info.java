/**
 * The machinery of Kubernetes itself, in plain Java: no framework, no I/O, no clock of its own. Does not depend on
 * Applications.
 */
module dev.chartroom.apimachinery {
    requires static transitive org.jspecify;

    exports dev.chartroom.apimachinery.audit;
    exports dev.chartroom.apimachinery.auth;
    exports dev.chartroom.apimachinery.deadline;
    exports dev.chartroom.apimachinery.go;
    exports dev.chartroom.apimachinery.json;
    exports dev.chartroom.apimachinery.jsonpath;
    exports dev.chartroom.apimachinery.managedfields;
    exports dev.chartroom.apimachinery.meta;
    exports dev.chartroom.apimachinery.patch;
    exports dev.chartroom.apimachinery.schema;
    exports dev.chartroom.apimachinery.schema.rule;
    exports dev.chartroom.apimachinery.status;
    exports dev.chartroom.apimachinery.table;
    exports dev.chartroom.apimachinery.validation;
    exports dev.chartroom.apimachinery.watch;
}
