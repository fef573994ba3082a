package main

import (
	"fmt"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	corev1 "k8s.io/api/core/v1"
)

// next returns the step that the state of the release asks for; nil if there is nothing to do.
func (r *rollout) next(observed observation) (*step, error) {
	o := r.object
	// The request counts as handled whatever the state is.
	forced := meta.ShouldHandleForceRequest(o)
	switch observed.state {
	case absent:
		if o.GetInstall().GetRemediation().RetriesExhausted(o) && !forced {
			return nil, fmt.Errorf("%w: cannot install release", errRetriesExceeded)
		}
		return r.installStep(), nil
	case locked:
		return r.unlockStep(), nil
	case unmanaged:
		o.Status.ClearHistory()
		return r.upgradeStep(), nil
	case outOfSync:
		if o.GetUpgrade().GetRemediation().RetriesExhausted(o) && !forced {
			return nil, fmt.Errorf("%w: cannot upgrade release", errRetriesExceeded)
		}
		return r.upgradeStep(), nil
	case failedState:
		return r.nextOfFailed(forced)
	case untested:
		r.replaceRemediated()
		return r.testStep(), nil
	case drifted:
		return r.nextOfDrifted(observed), nil
	case inSync:
		return r.nextOfInSync(forced), nil
	}
	return nil, fmt.Errorf("unknown state %d", observed.state)
}

func (r *rollout) nextOfInSync(forced bool) *step {
	o := r.object
	if r.retry() != nil {
		o.Status.History.TruncateIgnoringPreviousSnapshots()
	} else {
		o.Status.History.Truncate(r.ignoresTests())
	}
	if forced {
		return r.upgradeStep()
	}
	r.replaceRemediated()
	r.markReleasedAgain()
	if detection := o.GetDriftDetection(); detection.MustDetectChanges() {
		markFalse(o, v2.DriftedCondition, v2.NoDriftDetectedReason, "No drift detected against the cluster state")
	}
	return nil
}

// nextOfFailed upgrades once more or remediates.
func (r *rollout) nextOfFailed(forced bool) (*step, error) {
	o := r.object
	if r.retry() != nil {
		o.Status.History.TruncateIgnoringPreviousSnapshots()
		return r.upgradeStep(), nil
	}
	remediation := o.GetActiveRemediation()
	// Without counted failures, the spec changed since the failure.
	if remediation == nil || remediation.GetFailureCount(o) <= 0 || forced {
		return r.upgradeStep(), nil
	}
	if remediation.RetriesExhausted(o) && !remediation.MustRemediateLastFailure() {
		return nil, fmt.Errorf("%w: cannot remediate failed release", errRetriesExceeded)
	}
	o.Status.History.Truncate(r.ignoresTests())
	if remediation.GetStrategy() == v2.UninstallRemediationStrategy {
		return r.uninstallStep(), nil
	}
	target := r.rollbackTarget()
	if target == nil {
		return nil, fmt.Errorf("%w: cannot remediate failed release", errNoTarget)
	}
	stored, err := r.helm.revision(target.Version)
	if err != nil {
		return nil, err
	}
	if stored == nil || stateDigest(stored) != target.Digest {
		// The revision was deleted or changed.
		return r.upgradeStep(), nil
	}
	return r.rollbackStep(target), nil
}

// rollbackTarget returns the last revision that succeeded before the current one; nil if there is none.
func (r *rollout) rollbackTarget() *v2.Snapshot {
	return r.object.Status.History.Previous(r.ignoresTests())
}

func (r *rollout) nextOfDrifted(observed observation) *step {
	o := r.object
	message := fmt.Sprintf("Cluster state of release %s has drifted from the desired state:\n%s",
		o.Status.History.Latest().FullReleaseName(), summaryOf(observed.drift))
	r.events.Event(o, corev1.EventTypeWarning, v2.DriftDetectedReason, message)
	markTrue(o, v2.DriftedCondition, v2.DriftDetectedReason, message)
	if detection := o.GetDriftDetection(); detection.GetMode() != v2.DriftDetectionEnabled {
		return nil
	}
	return r.correctStep(observed.drift)
}

// replaceRemediated turns a rollback to a revision that is now the desired one into a success.
func (r *rollout) replaceRemediated() {
	if isTrue(r.object, v2.RemediatedCondition) {
		forget(r.object, v2.RemediatedCondition)
		markTrue(r.object, v2.ReleasedCondition, v2.UpgradeSucceededReason, r.success("upgrade"))
	}
}

// markReleasedAgain corrects the conditions of a release that is in sync after a failure.
func (r *rollout) markReleasedAgain() {
	released := condition(r.object, v2.ReleasedCondition)
	if released == nil || isTrue(r.object, meta.ReadyCondition) && released.Status == "True" {
		return
	}
	switch released.Reason {
	case v2.InstallFailedReason:
		markTrue(r.object, v2.ReleasedCondition, v2.InstallSucceededReason, r.success("install"))
	case v2.UpgradeFailedReason:
		markTrue(r.object, v2.ReleasedCondition, v2.UpgradeSucceededReason, r.success("upgrade"))
	}
}
