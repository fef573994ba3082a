@NullMarked
package dev.chartroom.adapters.http.openapi.protobuf;

import org.jspecify.annotations.NullMarked;
