package main

import (
	"slices"
	"strings"

	"github.com/fluxcd/pkg/apis/meta"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// conditioned is an object with conditions in its status.
type conditioned interface {
	GetGeneration() int64
	GetConditions() []metav1.Condition
	SetConditions([]metav1.Condition)
}

// mark sets a condition for the current generation. Ready comes first, then the order is that of the types.
func mark(o conditioned, kind string, status metav1.ConditionStatus, reason, message string) {
	conditions := slices.Clone(o.GetConditions())
	apimeta.SetStatusCondition(&conditions, metav1.Condition{
		Type:               kind,
		Status:             status,
		Reason:             reason,
		Message:            message,
		ObservedGeneration: o.GetGeneration(),
	})
	slices.SortFunc(conditions, func(a, b metav1.Condition) int {
		if (a.Type == meta.ReadyCondition) != (b.Type == meta.ReadyCondition) {
			if a.Type == meta.ReadyCondition {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Type, b.Type)
	})
	o.SetConditions(conditions)
}

func markTrue(o conditioned, kind, reason, message string) {
	mark(o, kind, metav1.ConditionTrue, reason, message)
}

func markFalse(o conditioned, kind, reason, message string) {
	mark(o, kind, metav1.ConditionFalse, reason, message)
}

// markReconciling and markStalled exclude each other.
func markReconciling(o conditioned, reason, message string) {
	forget(o, meta.StalledCondition)
	markTrue(o, meta.ReconcilingCondition, reason, message)
}

func markStalled(o conditioned, reason, message string) {
	forget(o, meta.ReconcilingCondition)
	markTrue(o, meta.StalledCondition, reason, message)
}

// settle replaces a failure that no longer exists with the progress that follows it.
func settle(o conditioned, reasons ...string) {
	ready := condition(o, meta.ReadyCondition)
	if ready != nil && slices.Contains(reasons, ready.Reason) {
		mark(o, meta.ReadyCondition, metav1.ConditionUnknown, meta.ProgressingReason, "reconciliation in progress")
	}
}

// forget removes conditions.
func forget(o conditioned, kinds ...string) {
	o.SetConditions(slices.DeleteFunc(slices.Clone(o.GetConditions()), func(c metav1.Condition) bool {
		return slices.Contains(kinds, c.Type)
	}))
}

// condition returns nil if there is no such condition.
func condition(o conditioned, kind string) *metav1.Condition {
	return apimeta.FindStatusCondition(o.GetConditions(), kind)
}

func isTrue(o conditioned, kind string) bool {
	return apimeta.IsStatusConditionTrue(o.GetConditions(), kind)
}
