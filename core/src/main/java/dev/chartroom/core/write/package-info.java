/**
 * The use cases that change Applications: create, update, patch, apply and delete. They use the store and admission
 * through their ports, and do not depend on HTTP or a storage technology.
 */
@NullMarked
package dev.chartroom.core.write;

import org.jspecify.annotations.NullMarked;
