package main

import (
	"encoding/json"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/opencontainers/go-digest"
	"helm.sh/helm/v4/pkg/chart/common"
	releasecommon "helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// history collects the states of a release that an action stores, and adds them to the status.
type history struct {
	object *v2.HelmRelease
	action v2.ReleaseAction
	// changed is the number of stored states.
	changed int
}

// add records a stored state. A revision that the status has keeps the results of its tests and its source.
func (h *history) add(stored *release.Release) {
	h.changed++
	snapshot := snapshotOf(stored)
	s := &h.object.Status
	for i, known := range s.History {
		if known.Targets(stored.Name, stored.Namespace, stored.Version) {
			snapshot.Action = known.Action
			if h.action == v2.ReleaseActionUninstall || h.action == v2.ReleaseActionUninstallRemediation {
				snapshot.Action = h.action
			}
			snapshot.OCIDigest = known.OCIDigest
			snapshot.TestHooks = known.TestHooks
			s.History[i] = snapshot
			return
		}
	}
	if stored.Info.Status == releasecommon.StatusSuperseded {
		// An earlier release, which another controller or user made.
		return
	}
	snapshot.Action = h.action
	if h.action != v2.ReleaseActionRollback {
		snapshot.OCIDigest = s.LastAttemptedRevisionDigest
	}
	s.History = append(v2.Snapshots{snapshot}, s.History...)
}

// snapshotOf returns the description of a state in the status.
func snapshotOf(stored *release.Release) *v2.Snapshot {
	metadata := stored.Chart.Metadata
	return &v2.Snapshot{
		APIVersion:    v2.CurrentSnapshotAPIVersion,
		Digest:        stateDigest(stored),
		Name:          stored.Name,
		Namespace:     stored.Namespace,
		Version:       stored.Version,
		Status:        stored.Info.Status.String(),
		ChartName:     metadata.Name,
		ChartVersion:  metadata.Version,
		AppVersion:    metadata.AppVersion,
		ConfigDigest:  configDigest(common.Values(stored.Config)),
		FirstDeployed: metav1.NewTime(stored.Info.FirstDeployed),
		LastDeployed:  metav1.NewTime(stored.Info.LastDeployed),
		Deleted:       metav1.NewTime(stored.Info.Deleted),
	}
}

// stateDigest changes if another client of Helm changes the release. The results of tests are not part of it, because
// a user may run the tests too. The formula is not that of the real controller.
func stateDigest(stored *release.Release) string {
	text, err := json.Marshal(map[string]any{
		"name":      stored.Name,
		"namespace": stored.Namespace,
		"version":   stored.Version,
		"status":    stored.Info.Status,
		"chart":     stored.Chart.Metadata.Name + "@" + stored.Chart.Metadata.Version,
		"config":    configDigest(common.Values(stored.Config)),
		"manifest":  stored.Manifest,
	})
	if err != nil {
		// The release was read from JSON or is written as JSON.
		panic(err)
	}
	return digest.FromBytes(text).String()
}

// testHooks returns the results of the tests that the spec selects.
func testHooks(stored *release.Release, filters []v2.Filter) map[string]*v2.TestHookStatus {
	results := map[string]*v2.TestHookStatus{}
	for _, hook := range stored.Hooks {
		if isTest(hook) && isSelected(hook.Name, filters) {
			results[hook.Name] = &v2.TestHookStatus{
				LastStarted:   metav1.NewTime(hook.LastRun.StartedAt),
				LastCompleted: metav1.NewTime(hook.LastRun.CompletedAt),
				Phase:         hook.LastRun.Phase.String(),
			}
		}
	}
	return results
}

func isTest(hook *release.Hook) bool {
	for _, event := range hook.Events {
		if event == release.HookTest {
			return true
		}
	}
	return false
}

func isSelected(name string, filters []v2.Filter) bool {
	included, some := false, false
	for _, filter := range filters {
		if filter.Exclude && filter.Name == name {
			return false
		}
		if !filter.Exclude {
			some = true
			included = included || filter.Name == name
		}
	}
	return included || !some
}
