package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// attempt contains the differences between an install and an upgrade.
type attempt struct {
	action            v2.ReleaseAction
	succeeded, failed string
	remediation       v2.Remediation
	retry             v2.Retry
	run               func(context.Context, *action.Configuration, *prerequisites) error
}

func (r *rollout) installStep() *step {
	o, spec := r.object, r.object.GetInstall()
	return &step{"install", releasing, spec.GetTimeout(o.GetTimeout()), func(ctx context.Context) error {
		// Nothing is left to roll back to.
		o.Status.ClearHistory()
		return r.attempt(ctx, attempt{v2.ReleaseActionInstall, v2.InstallSucceededReason, v2.InstallFailedReason,
			spec.GetRemediation(), spec.GetRetry(false), r.helm.install})
	}}
}

func (r *rollout) upgradeStep() *step {
	o, spec := r.object, r.object.GetUpgrade()
	return &step{"upgrade", releasing, spec.GetTimeout(o.GetTimeout()), func(ctx context.Context) error {
		return r.attempt(ctx, attempt{v2.ReleaseActionUpgrade, v2.UpgradeSucceededReason, v2.UpgradeFailedReason,
			spec.GetRemediation(), spec.GetRetry(false), r.helm.upgrade})
	}}
}

func (r *rollout) attempt(ctx context.Context, a attempt) error {
	o := r.object
	o.Status.LastAttemptedReleaseAction = a.action
	forget(o, v2.TestSuccessCondition, v2.RemediatedCondition)
	defer r.summarize()

	seen := r.recorded(a.action)
	start := time.Now()
	err := a.run(ctx, r.helm.configuration(r.inventoried(seen)), r.prerequisites)
	o.Status.LastAttemptedReleaseActionDuration = &metav1.Duration{Duration: time.Since(start)}
	if err != nil {
		message := fmt.Sprintf("Helm %s failed for release %s/%s with chart %s@%s: %s", a.action, o.GetReleaseNamespace(),
			o.GetReleaseName(), r.chart.Name(), r.chart.Metadata.Version, strings.TrimSpace(err.Error()))
		o.Status.Failures++
		markFalse(o, v2.ReleasedCondition, a.failed, message)
		r.event(corev1.EventTypeWarning, a.failed, message, r.attempted())
		if seen.changed == 0 {
			// Nothing is stored, so there is nothing to remediate.
			return err
		}
		a.remediation.IncrementFailureCount(o)
		return nil
	}
	message := r.success(string(a.action))
	current := o.Status.History.Latest()
	markTrue(o, v2.ReleasedCondition, a.succeeded, message)
	if o.GetTest().Enable && !current.HasBeenTested() {
		mark(o, v2.TestSuccessCondition, metav1.ConditionUnknown, "AwaitingTests", fmt.Sprintf(
			"Helm release %s with chart %s is awaiting tests", current.FullReleaseName(), current.VersionedChartName()))
	}
	if a.retry != nil {
		o.Status.ClearFailures()
	}
	r.event(corev1.EventTypeNormal, a.succeeded, message, described(current))
	return nil
}

func (r *rollout) success(verb string) string {
	current := r.object.Status.History.Latest()
	return fmt.Sprintf("Helm %s succeeded for release %s with chart %s",
		verb, current.FullReleaseName(), current.VersionedChartName())
}

func (r *rollout) recorded(action v2.ReleaseAction) *history {
	return &history{object: r.object, action: action}
}

// inventoried records the objects of each revision too.
func (r *rollout) inventoried(seen *history) func(*release.Release) {
	return func(stored *release.Release) {
		seen.add(stored)
		r.recordInventory(stored)
	}
}

func (r *rollout) testStep() *step {
	o := r.object
	return &step{"test", testing, o.GetTest().GetTimeout(o.GetTimeout()), r.test}
}

func (r *rollout) test(ctx context.Context) error {
	o, current := r.object, r.object.Status.History.Latest()
	defer r.summarize()
	err := r.helm.test(ctx, r.helm.configuration(func(stored *release.Release) {
		if current.Targets(stored.Name, stored.Namespace, stored.Version) {
			current.SetTestHooks(testHooks(stored, o.GetTest().GetFilters()))
		}
	}))
	if err != nil {
		message := fmt.Sprintf("Helm test failed for release %s with chart %s: %s",
			current.FullReleaseName(), current.VersionedChartName(), strings.TrimSpace(err.Error()))
		o.Status.Failures++
		markFalse(o, v2.TestSuccessCondition, v2.TestFailedReason, message)
		r.event(corev1.EventTypeWarning, v2.TestFailedReason, message, described(current))
		if !current.HasBeenTested() {
			return err
		}
		if remediation := o.GetActiveRemediation(); remediation != nil && !r.ignoresTests() {
			remediation.IncrementFailureCount(o)
		}
		return nil
	}
	message := fmt.Sprintf("Helm test succeeded for release %s with chart %s: %s",
		current.FullReleaseName(), current.VersionedChartName(), counted(len(current.GetTestHooks())))
	markTrue(o, v2.TestSuccessCondition, v2.TestSucceededReason, message)
	r.event(corev1.EventTypeNormal, v2.TestSucceededReason, message, described(current))
	return nil
}

func counted(hooks int) string {
	switch hooks {
	case 0:
		return "no test hooks"
	case 1:
		return "1 test hook completed successfully"
	default:
		return fmt.Sprintf("%d test hooks completed successfully", hooks)
	}
}

func (r *rollout) rollbackStep(target *v2.Snapshot) *step {
	o := r.object
	return &step{"rollback", remediating, o.GetRollback().GetTimeout(o.GetTimeout()), func(ctx context.Context) error {
		defer r.summarize()
		seen := r.recorded(v2.ReleaseActionRollback)
		release, chart := target.FullReleaseName(), target.VersionedChartName()
		err := r.helm.rollback(ctx, r.helm.configuration(r.inventoried(seen)), target.Version)
		return r.remediated(err, seen, outcome{v2.RollbackSucceededReason, v2.RollbackFailedReason,
			fmt.Sprintf("Helm rollback to previous release %s with chart %s", release, chart), described(target)})
	}}
}

func (r *rollout) uninstallStep() *step {
	o := r.object
	return &step{"uninstall", remediating, o.GetUninstall().GetTimeout(o.GetTimeout()), func(ctx context.Context) error {
		current := o.Status.History.Latest().DeepCopy()
		seen := r.recorded(v2.ReleaseActionUninstallRemediation)
		err := r.helm.uninstall(ctx, r.helm.configuration(seen.add), current.Name)
		return r.remediated(err, seen, outcome{v2.UninstallSucceededReason, v2.UninstallFailedReason,
			fmt.Sprintf("Helm uninstall remediation for release %s with chart %s",
				current.FullReleaseName(), current.VersionedChartName()), described(current)})
	}}
}

// outcome describes a remediation.
type outcome struct {
	succeeded, failed string
	message           string
	annotations       map[string]string
}

func (r *rollout) remediated(err error, seen *history, described outcome) error {
	o := r.object
	if err != nil {
		message := described.message + " failed: " + strings.TrimSpace(err.Error())
		o.Status.Failures++
		markFalse(o, v2.RemediatedCondition, described.failed, message)
		r.event(corev1.EventTypeWarning, described.failed, message, described.annotations)
		if seen.changed == 0 {
			return err
		}
		return nil
	}
	message := described.message + " succeeded"
	markTrue(o, v2.RemediatedCondition, described.succeeded, message)
	r.event(corev1.EventTypeNormal, described.succeeded, message, described.annotations)
	return nil
}

// unlockStep marks a revision as failed whose action did not end.
func (r *rollout) unlockStep() *step {
	o := r.object
	return &step{"unlock", unlocking, o.GetTimeout(), func(context.Context) error {
		defer r.summarize()
		last, err := r.helm.revision(0)
		if err != nil || last == nil || !last.Info.Status.IsPending() {
			return err
		}
		status := last.Info.Status
		last.SetStatus(common.StatusFailed, fmt.Sprintf("Release unlocked from stale '%s' state", status))
		seen := r.recorded(o.Status.LastAttemptedReleaseAction)
		if err := r.helm.configuration(seen.add).Releases.Update(last); err != nil {
			return err
		}
		current := snapshotOf(last)
		message := fmt.Sprintf("Unlocked Helm release %s with chart %s in %s state",
			current.FullReleaseName(), current.VersionedChartName(), status)
		markFalse(o, v2.ReleasedCondition, "PendingRelease", message)
		r.event(corev1.EventTypeNormal, "PendingRelease", message, described(current))
		return nil
	}}
}

// uninstall removes the release of a HelmRelease that is being deleted, or whose target changed.
func (r *rollout) uninstall(ctx context.Context) error {
	o, current := r.object, r.object.Status.History.Latest().DeepCopy()
	defer r.summarize()
	if last, err := r.helm.revision(0); err == nil && last == nil && r.helm.name() == current.Name {
		markFalse(o, v2.ReleasedCondition, v2.UninstallSucceededReason,
			fmt.Sprintf("Release %s was not found, assuming it is uninstalled", current.FullReleaseName()))
		return nil
	}
	seen := r.recorded(v2.ReleaseActionUninstall)
	err := r.helm.uninstall(ctx, r.helm.configuration(seen.add), current.Name)
	release, chart := current.FullReleaseName(), current.VersionedChartName()
	if err != nil && o.GetUninstall().KeepHistory && strings.Contains(err.Error(), "is already deleted") {
		markFalse(o, v2.ReleasedCondition, v2.UninstallSucceededReason,
			fmt.Sprintf("Release %s was already uninstalled", release))
		return nil
	}
	if err != nil {
		message := fmt.Sprintf("Helm uninstall failed for release %s with chart %s: %s",
			release, chart, strings.TrimSpace(err.Error()))
		o.Status.Failures++
		markFalse(o, v2.ReleasedCondition, v2.UninstallFailedReason, message)
		r.event(corev1.EventTypeWarning, v2.UninstallFailedReason, message, described(current))
		return err
	}
	message := fmt.Sprintf("Helm uninstall succeeded for release %s with chart %s", release, chart)
	o.Status.Inventory = nil
	markFalse(o, v2.ReleasedCondition, v2.UninstallSucceededReason, message)
	r.event(corev1.EventTypeNormal, v2.UninstallSucceededReason, message, described(current))
	return nil
}
