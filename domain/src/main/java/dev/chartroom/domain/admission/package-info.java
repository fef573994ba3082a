/**
 * What admission decides about a write before it is stored: the rules by which policies and webhooks are chosen, the
 * decisions of policies, and the review that webhooks get. Values and rules only: who configures them, where webhooks
 * are and which language expressions are written in is not known here.
 */
@NullMarked
package dev.chartroom.domain.admission;

import org.jspecify.annotations.NullMarked;
