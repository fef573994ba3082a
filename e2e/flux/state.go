package main

import (
	"context"
	"fmt"

	"github.com/fluxcd/pkg/chartutil"
	"github.com/fluxcd/pkg/ssa/jsondiff"
	"github.com/opencontainers/go-digest"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
)

// state compares the release in Helm's storage with the HelmRelease.
type state int

const (
	absent state = iota
	// locked: an action did not end, because the program that ran it did not.
	locked
	// unmanaged: another client of Helm made the last revision.
	unmanaged
	outOfSync
	failedState
	untested
	drifted
	inSync
)

// observation is a state, with the differences from the cluster if it is drifted.
type observation struct {
	state state
	drift jsondiff.DiffSet
}

func (r *rollout) observe(ctx context.Context) (observation, error) {
	last, err := r.helm.revision(0)
	if err != nil {
		return observation{}, err
	}
	if last == nil {
		return observation{state: absent}, nil
	}
	if last.Info.Status.IsPending() {
		return observation{state: locked}, nil
	}
	current := r.object.Status.History.Latest()
	switch {
	case current == nil && last.Info.Status == common.StatusUninstalled:
		return observation{state: absent}, nil
	case current == nil || current.Digest != stateDigest(last):
		return observation{state: unmanaged}, nil
	}
	switch last.Info.Status {
	case common.StatusFailed:
		return observation{state: failedState}, nil
	case common.StatusUninstalled:
		return observation{state: absent}, nil
	case common.StatusDeployed:
		return r.observeDeployed(ctx, last)
	default:
		return observation{}, fmt.Errorf("unable to determine state for release with status '%s'", last.Info.Status)
	}
}

func (r *rollout) observeDeployed(ctx context.Context, last *release.Release) (observation, error) {
	o, current := r.object, r.object.Status.History.Latest()
	wanted, found := r.chart.Metadata, last.Chart.Metadata
	if wanted.Name != found.Name || wanted.Version != found.Version ||
		!chartutil.VerifyValues(digest.Digest(current.ConfigDigest), r.values) {
		return observation{state: outOfSync}, nil
	}
	if tests := o.GetTest(); tests.Enable {
		if !current.HasBeenTested() {
			return observation{state: untested}, nil
		}
		remediated := o.GetActiveRemediation() != nil && !r.ignoresTests()
		if remediated && current.HasTestInPhase(release.HookPhaseFailed.String()) {
			return observation{state: failedState}, nil
		}
	}
	if detection := o.GetDriftDetection(); detection.MustDetectChanges() {
		drift, err := r.drift(ctx, last)
		if drift.HasChanges() {
			return observation{drifted, drift}, nil
		}
		if err != nil {
			return observation{}, fmt.Errorf("unable to determine cluster state: %w", err)
		}
	}
	return observation{state: inSync}, nil
}

// ignoresTests returns whether a failed test leaves the release as it is.
func (r *rollout) ignoresTests() bool {
	ignored := r.object.GetTest().IgnoreFailures
	if remediation := r.object.GetActiveRemediation(); remediation != nil {
		return remediation.MustIgnoreTestFailures(ignored)
	}
	return ignored
}
