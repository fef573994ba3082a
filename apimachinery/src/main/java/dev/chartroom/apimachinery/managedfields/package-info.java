/**
 * Field ownership: {@code metadata.managedFields} and server-side apply, with the rules and the messages of
 * apimachinery's managedfields and of structured-merge-diff (wire contract D63, D64, F9). Works on whole objects as
 * JSON, with a type that is derived from the kind's schema. Does not depend on stores, requests or clocks.
 */
@NullMarked
package dev.chartroom.apimachinery.managedfields;

import org.jspecify.annotations.NullMarked;
