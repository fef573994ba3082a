package dev.chartroom.domain.managedfields;

/** A shape that a {@link FieldType} admits. */
sealed interface Shape permits ScalarType, ListType, MapType {}
