package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/record"
)

// rollout brings one release to the state that its HelmRelease describes.
type rollout struct {
	*prerequisites
	object *v2.HelmRelease
	helm   *helm
	events record.EventRecorder
	writer *writer
}

// stage groups steps. A rollout makes at most one step of each stage.
type stage int

const (
	releasing stage = iota
	testing
	remediating
	unlocking
	correcting
)

// step is one action of Helm.
type step struct {
	name    string
	stage   stage
	timeout metav1.Duration
	run     func(context.Context) error
}

// errRetriesExceeded and errNoTarget need a change by a user.
var (
	errRetriesExceeded = errors.New("exceeded maximum retries")
	errNoTarget        = errors.New("missing target release for rollback")
)

// run makes steps until the release is in sync, a stage repeats, or a failure was remediated.
func (r *rollout) run(ctx context.Context) verdict {
	o := r.object
	var made []stage
	for {
		if ctx.Err() != nil {
			return broken(ctx.Err())
		}
		observed, err := r.observe(ctx)
		if err != nil {
			markFalse(o, meta.ReadyCondition, "StateError", "Could not determine release state: "+err.Error())
			return broken(err)
		}
		next, err := r.next(observed)
		switch {
		case errors.Is(err, errRetriesExceeded):
			return r.exhausted()
		case errors.Is(err, errNoTarget):
			markStalled(o, "MissingRollbackTarget", "Failed to perform remediation: "+err.Error())
			return stopped()
		case err != nil:
			return broken(err)
		case next == nil:
			forget(o, meta.ReconcilingCondition)
			r.summarize()
			return finished(o.GetRequeueAfter())
		case slices.Contains(made, next.stage):
			return r.again()
		}
		if err := r.announce(ctx, next); err != nil {
			return broken(err)
		}
		if err := next.run(ctx); err != nil {
			if retry := r.retry(); retry != nil {
				return r.retryLater(retry)
			}
			if isTrue(o, meta.ReadyCondition) {
				markFalse(o, meta.ReadyCondition, "ReconcileError", err.Error())
			}
			return broken(err)
		}
		if next.stage == remediating {
			return r.afterRemediation()
		}
		made = append(made, next.stage)
		if err := r.writer.write(ctx, o); err != nil {
			return broken(err)
		}
	}
}

// announce writes the step that begins into the status, because it may take long.
func (r *rollout) announce(ctx context.Context, next *step) error {
	message := fmt.Sprintf("Running '%s' action with timeout of %s", next.name, next.timeout.Duration)
	markReconciling(r.object, meta.ProgressingReason, message)
	if next.stage == releasing {
		mark(r.object, meta.ReadyCondition, metav1.ConditionUnknown, meta.ProgressingReason, message)
	}
	return r.writer.write(ctx, r.object)
}

// again ends an attempt that failed and may be repeated.
func (r *rollout) again() verdict {
	if retry := r.retry(); retry != nil {
		return r.retryLater(retry)
	}
	remediation := r.object.GetActiveRemediation()
	if remediation == nil || !remediation.RetriesExhausted(r.object) {
		r.progressWithRetry()
		return retried()
	}
	forget(r.object, meta.ReconcilingCondition)
	return finished(r.object.GetRequeueAfter())
}

func (r *rollout) afterRemediation() verdict {
	if retry := r.retry(); retry != nil {
		return r.retryLater(retry)
	}
	remediation := r.object.GetActiveRemediation()
	if remediation == nil || !remediation.RetriesExhausted(r.object) || remediation.IsUninstallAfterUpgrade() {
		r.progressWithRetry()
		return retried()
	}
	return r.exhausted()
}

func (r *rollout) exhausted() verdict {
	o := r.object
	markStalled(o, "RetriesExceeded", fmt.Sprintf("Failed to %s after %d attempt(s)",
		o.Status.LastAttemptedReleaseAction, o.GetActiveRemediation().GetFailureCount(o)))
	return stopped()
}

func (r *rollout) progressWithRetry() {
	message := ""
	if ready := condition(r.object, meta.ReadyCondition); ready != nil {
		message = ready.Message
	}
	markReconciling(r.object, meta.ProgressingWithRetryReason, message)
}

// retry returns the strategy RetryOnFailure of the last attempt, if it has that strategy.
func (r *rollout) retry() v2.Retry {
	return r.object.GetActiveRetry(false)
}

func (r *rollout) retryLater(retry v2.Retry) verdict {
	interval := retry.GetRetryInterval()
	markReconciling(r.object, meta.ProgressingWithRetryReason, "retrying after "+interval.String())
	return finished(interval)
}
