package dev.chartroom.apimachinery.managedfields.typed;

/** A shape that a {@link FieldType} admits. */
sealed interface Shape permits ScalarType, ListType, MapType {}
