package dev.chartroom.adapters.cel.admission;

/** What expressions find under {@code variables}. */
record PolicyVariable(String name, CompiledExpression expression) {}
