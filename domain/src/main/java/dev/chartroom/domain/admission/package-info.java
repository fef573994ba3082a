/**
 * The admission of a write before it is stored: the matching of policies and webhooks, the decisions of policies, and
 * the review for webhooks. The package contains values and rules only. It does not depend on the source of the
 * configuration, the addresses of webhooks or the language of expressions.
 */
@NullMarked
package dev.chartroom.domain.admission;

import org.jspecify.annotations.NullMarked;
