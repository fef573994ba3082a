package dev.chartroom.domain.managedfields;

/** One of the forms that a {@link FieldType} admits. */
sealed interface Shape permits ScalarType, ListType, MapType {}
