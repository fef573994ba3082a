package dev.chartroom.adapters.cel.admission;

/** A variable that expressions read as a field of {@code variables}. */
record PolicyVariable(String name, CompiledExpression expression) {}
