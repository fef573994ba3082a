package main

import (
	"slices"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// summarize derives the condition Ready from the last of the conditions Remediated, TestSuccess and Released. A
// remediation means that the desired state failed, also if the remediation succeeded.
func (r *rollout) summarize() {
	o := r.object
	if !o.GetTest().Enable {
		forget(o, v2.TestSuccessCondition)
	}
	kinds := []string{v2.RemediatedCondition, v2.ReleasedCondition}
	if tests := o.GetTest(); tests.Enable && !tests.IgnoreFailures {
		kinds = slices.Insert(kinds, 1, v2.TestSuccessCondition)
	}
	var newest *metav1.Condition
	for _, kind := range kinds {
		c := condition(o, kind)
		if c != nil && (newest == nil || c.ObservedGeneration > newest.ObservedGeneration) {
			newest = c
		}
	}
	if newest == nil {
		return
	}
	summary := *newest
	if summary.Type == v2.RemediatedCondition {
		summary.Status = metav1.ConditionFalse
	}
	if summary.Status == metav1.ConditionTrue {
		forget(o, meta.StalledCondition)
	}
	mark(o, meta.ReadyCondition, summary.Status, summary.Reason, summary.Message)
}
