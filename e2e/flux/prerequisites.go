package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/chartutil"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"github.com/opencontainers/go-digest"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// The reasons of the condition Ready that have no constant in Flux's API.
const (
	sourceNotReady = "SourceNotReady"
	valuesError    = "ValuesError"
)

// prerequisites are the inputs of a rollout.
type prerequisites struct {
	chart *chart.Chart
	// digest is that of the source's revision; empty if the revision has none.
	digest string
	values common.Values
}

// prerequisites collects the inputs of a rollout, or returns the verdict on a release that lacks one.
func (r *releases) prerequisites(ctx context.Context, o *v2.HelmRelease) (*prerequisites, *verdict) {
	lacking := func(v verdict) (*prerequisites, *verdict) { return nil, &v }
	if err := r.dependencies(ctx, o); err != nil {
		markFalse(o, meta.ReadyCondition, v2.DependencyNotReadyReason, err.Error())
		r.events.Event(o, corev1.EventTypeNormal, v2.DependencyNotReadyReason, err.Error())
		return lacking(waiting(r.dependencyDelay))
	}
	settle(o, v2.DependencyNotReadyReason)

	from, err := r.source(ctx, o)
	if err != nil {
		markFalse(o, meta.ReadyCondition, v2.ArtifactFailedReason, "could not get Source object: "+err.Error())
		return lacking(broken(err))
	}
	if problem := unready(from); problem != "" {
		markFalse(o, meta.ReadyCondition, sourceNotReady, problem)
		return lacking(waiting(r.dependencyDelay))
	}
	settle(o, sourceNotReady)

	values, err := chartutil.ChartValuesFromReferences(
		ctx, ctrl.LoggerFrom(ctx), r.client, o.Namespace, o.GetValues(), o.Spec.ValuesFrom...)
	if err != nil {
		markFalse(o, meta.ReadyCondition, valuesError, err.Error())
		r.events.Event(o, corev1.EventTypeWarning, valuesError, err.Error())
		return lacking(broken(err))
	}
	settle(o, valuesError)

	loaded, err := load(ctx, from.GetArtifact())
	if errors.Is(err, errNoFile) {
		markFalse(o, meta.ReadyCondition, v2.ArtifactFailedReason,
			"Source not ready: artifact not found. Retrying in "+r.dependencyDelay.String())
		return lacking(waiting(r.dependencyDelay))
	}
	if err != nil {
		markFalse(o, meta.ReadyCondition, v2.ArtifactFailedReason, "Could not load chart: "+err.Error())
		r.events.Event(o, corev1.EventTypeWarning, v2.ArtifactFailedReason, err.Error())
		return lacking(broken(err))
	}
	settle(o, v2.ArtifactFailedReason)

	revision, err := versioned(loaded, from)
	if err != nil {
		markFalse(o, meta.ReadyCondition, "ChartMutateError", err.Error())
		return lacking(broken(err))
	}
	return &prerequisites{loaded, revision, values}, nil
}

// differs returns whether the failures of earlier attempts no longer count.
func (p *prerequisites) differs(o *v2.HelmRelease) bool {
	reset := v2.ShouldHandleResetRequest(o)
	s := &o.Status
	return reset ||
		s.LastAttemptedGeneration != o.Generation ||
		s.LastAttemptedRevision != p.chart.Metadata.Version ||
		s.LastAttemptedConfigDigest != "" &&
			!chartutil.VerifyValues(digest.Digest(s.LastAttemptedConfigDigest), p.values)
}

func configDigest(values common.Values) string {
	return chartutil.DigestValues(digest.Canonical, values).String()
}

// dependencies returns an error that names the first dependency that is not ready.
func (r *releases) dependencies(ctx context.Context, o *v2.HelmRelease) error {
	for _, ref := range o.GetDependsOn() {
		key := client.ObjectKey{Namespace: ref.Namespace, Name: ref.Name}
		if key.Namespace == "" {
			key.Namespace = o.Namespace
		}
		dependency := &v2.HelmRelease{}
		if err := r.reader.Get(ctx, key, dependency); err != nil {
			return fmt.Errorf("unable to get '%s' dependency: %w", key, err)
		}
		if dependency.Status.ObservedGeneration != dependency.Generation || !isTrue(dependency, meta.ReadyCondition) {
			return fmt.Errorf("dependency '%s' is not ready", key)
		}
	}
	return nil
}

// reference names the object whose artifact is the chart.
type reference struct {
	kind string
	key  client.ObjectKey
}

func chartReference(o *v2.HelmRelease) reference {
	switch {
	case o.HasChartRef():
		key := client.ObjectKey{Namespace: o.Spec.ChartRef.Namespace, Name: o.Spec.ChartRef.Name}
		if key.Namespace == "" {
			key.Namespace = o.Namespace
		}
		return reference{o.Spec.ChartRef.Kind, key}
	case o.HasChartTemplate():
		key := client.ObjectKey{Namespace: o.Spec.Chart.GetNamespace(o.Namespace), Name: o.GetHelmChartName()}
		return reference{sourcev1.HelmChartKind, key}
	default:
		return reference{}
	}
}

// chartSource is a source of charts.
type chartSource interface {
	client.Object
	sourcev1.Source
}

func (r *releases) source(ctx context.Context, o *v2.HelmRelease) (chartSource, error) {
	ref := chartReference(o)
	var found chartSource
	switch ref.kind {
	case sourcev1.HelmChartKind:
		found = &sourcev1.HelmChart{}
	case sourcev1.OCIRepositoryKind:
		found = &sourcev1.OCIRepository{}
	case sourcev1.ExternalArtifactKind:
		found = &sourcev1.ExternalArtifact{}
	default:
		return nil, fmt.Errorf("unknown kind of chart source '%s'", ref.kind)
	}
	return found, r.reader.Get(ctx, ref.key, found)
}

// unready returns the reason that a source cannot be used, or nothing.
func unready(s chartSource) string {
	problem := ""
	switch typed := s.(type) {
	case *sourcev1.HelmChart:
		problem = unobserved(typed, typed.Status.ObservedGeneration)
	case *sourcev1.OCIRepository:
		problem = unobserved(typed, typed.Status.ObservedGeneration)
	}
	if problem == "" && s.GetArtifact() == nil {
		problem = "does not have an artifact"
	}
	if problem == "" {
		return ""
	}
	return fmt.Sprintf("%s '%s' is not ready: %s", kindOf(s), client.ObjectKeyFromObject(s), problem)
}

func unobserved(o conditioned, observed int64) string {
	ready, stalled := condition(o, meta.ReadyCondition), condition(o, meta.StalledCondition)
	switch {
	case observed != o.GetGeneration() && ready != nil && ready.Status == "False":
		return ready.Message
	case observed != o.GetGeneration():
		return "latest generation of object has not been reconciled"
	case stalled != nil && stalled.Status == "True":
		return stalled.Message
	default:
		return ""
	}
}

func kindOf(s chartSource) string {
	switch s.(type) {
	case *sourcev1.HelmChart:
		return sourcev1.HelmChartKind
	case *sourcev1.OCIRepository:
		return sourcev1.OCIRepositoryKind
	default:
		return sourcev1.ExternalArtifactKind
	}
}

// load fetches and verifies an artifact.
func load(ctx context.Context, artifact *meta.Artifact) (*chart.Chart, error) {
	expected, err := digest.Parse(artifact.Digest)
	if err != nil {
		return nil, fmt.Errorf("failed to parse digest '%s': %w", artifact.Digest, err)
	}
	data, err := download(ctx, artifact.URL)
	if err != nil {
		return nil, err
	}
	if found := expected.Algorithm().FromBytes(data); found != expected {
		return nil, fmt.Errorf("integrity failure: computed digest doesn't match '%s'", expected)
	}
	return loader.LoadArchive(bytes.NewReader(data))
}

// versioned adds the digest of the source's revision to the chart's version, so a tag that moves is a new version. It
// returns the digest. A HelmChart, or a revision without a digest, changes nothing.
func versioned(c *chart.Chart, s chartSource) (string, error) {
	revision := s.GetArtifact().Revision
	if kindOf(s) == sourcev1.HelmChartKind ||
		kindOf(s) == sourcev1.ExternalArtifactKind && !strings.Contains(revision, ":") {
		return "", nil
	}
	version, err := semver.NewVersion(c.Metadata.Version)
	if err != nil {
		return "", fmt.Errorf("invalid chart version %s", c.Metadata.Version)
	}
	tag, sum, tagged := strings.Cut(revision, "@")
	if !tagged {
		sum = revision
	} else if named, err := semver.NewVersion(strings.ReplaceAll(tag, "_", "+")); err == nil && !named.Equal(version) {
		return "", fmt.Errorf("artifact revision %s does not match chart version %s", tag, c.Metadata.Version)
	}
	parsed, err := digest.Parse(sum)
	if err != nil {
		return "", fmt.Errorf("invalid artifact revision %s", revision)
	}
	marked, err := version.SetMetadata(parsed.Encoded()[:12])
	if err != nil {
		return "", err
	}
	c.Metadata.Version = marked.String()
	return parsed.String(), nil
}
