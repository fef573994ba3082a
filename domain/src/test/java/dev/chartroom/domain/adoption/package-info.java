@NullMarked
package dev.chartroom.domain.adoption;

import org.jspecify.annotations.NullMarked;
