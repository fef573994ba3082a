package main

import (
	"context"
	"strings"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"github.com/fluxcd/pkg/ssa"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	runtimeclient "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

const (
	rollout  = 40 * time.Second
	hopeless = 3 * time.Second
)

// gitops applies objects, waits for them and prunes them as kustomize-controller does. The kind has the fields text and
// broken, Flux rolls its objects out, and their releases have the prefix of the kind's name in lower case.
func gitops(ctx context.Context, t target, j *journal) {
	http, err := rest.HTTPClientFor(t.config)
	fail(err)
	mapper, err := apiutil.NewDynamicRESTMapper(t.config, http)
	fail(err)
	c, err := runtimeclient.New(t.config, runtimeclient.Options{HTTPClient: http, Mapper: mapper})
	fail(err)
	tool := ssa.NewResourceManager(c, polling.NewStatusPoller(c, mapper, polling.Options{}),
		ssa.Owner{Field: "gitops", Group: t.gvk.Group})

	apply := func(step, name string, spec map[string]any) []*unstructured.Unstructured {
		set := []*unstructured.Unstructured{gitopsObject(t, name, spec)}
		changes, err := tool.ApplyAll(ctx, set, ssa.DefaultApplyOptions())
		if err != nil {
			j.entry(step, nil, err)
		} else {
			j.entry(step, changes.Entries[0].Action.String(), nil)
		}
		return set
	}
	wait := func(step string, set []*unstructured.Unstructured, timeout time.Duration) {
		begun := time.Now()
		err := tool.Wait(set, ssa.WaitOptions{Interval: 100 * time.Millisecond, Timeout: timeout, FailFast: true})
		if err != nil && time.Since(begun) >= timeout {
			// The text depends on whether the time was over during a request.
			found := gitopsObject(t, set[0].GetName(), nil)
			fail(c.Get(ctx, runtimeclient.ObjectKeyFromObject(found), found))
			result, err := status.Compute(found)
			fail(err)
			j.entry(step, "timed out, "+string(result.Status), nil)
			return
		}
		j.entry(step, "done", err)
	}

	made := apply("create", "made", map[string]any{"text": "one"})
	wait("wait for the install", made, rollout)
	apply("apply the same", "made", map[string]any{"text": "one"})
	drift, _, _, err := tool.Diff(ctx, gitopsObject(t, "made", map[string]any{"text": "one"}), ssa.DiffOptions{})
	fail(err)
	j.entry("compare", drift.Action.String(), nil)
	wait("wait for the upgrade", apply("change", "made", map[string]any{"text": "two"}), rollout)
	wait("wait for a hopeless install", apply("create one that fails", "failing", map[string]any{"broken": true}), rollout)

	suspend(ctx, t, c, "made")
	wait("wait although the release is suspended",
		apply("change a suspended one", "made", map[string]any{"text": "three"}), hopeless)
	prune := append(made, gitopsObject(t, "failing", nil))
	changes, err := tool.DeleteAll(ctx, prune, ssa.DefaultDeleteOptions())
	fail(err)
	for _, entry := range changes.Entries {
		j.entry("prune", entry.Action.String(), nil)
	}
	j.entry("wait for the deletion", "done",
		tool.WaitForTermination(prune, ssa.WaitOptions{Interval: 100 * time.Millisecond, Timeout: rollout}))
}

func gitopsObject(t target, name string, spec map[string]any) *unstructured.Unstructured {
	o := empty(t)
	o.SetName(name)
	o.SetNamespace(t.namespace)
	if spec != nil {
		o.Object["spec"] = spec
	}
	return o
}

// suspend suspends a release as an administrator of Flux does.
func suspend(ctx context.Context, t target, c runtimeclient.Client, name string) {
	release := &unstructured.Unstructured{}
	release.SetAPIVersion("helm.toolkit.fluxcd.io/v2")
	release.SetKind("HelmRelease")
	release.SetNamespace(t.namespace)
	release.SetName(strings.ToLower(t.gvk.Kind) + "-" + name)
	fail(c.Patch(ctx, release, runtimeclient.RawPatch(types.MergePatchType, []byte(`{"spec":{"suspend":true}}`))))
}
