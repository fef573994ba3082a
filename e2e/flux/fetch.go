package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"helm.sh/helm/v4/pkg/repo/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/registry/remote"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// repository fetches the index of a repository.
func (a *artifacts) repository(ctx context.Context, o *sourcev1.HelmRepository) (fetched, error) {
	if o.Spec.Type == sourcev1.HelmRepositoryTypeOCI {
		return fetched{}, faultf("NotPlayed", "HelmRepositories of the type oci are not played")
	}
	data, err := download(ctx, strings.TrimSuffix(o.Spec.URL, "/")+"/index.yaml")
	if err != nil {
		return fetched{}, faultf(meta.FailedReason, "failed to fetch Helm repository index: %w", err)
	}
	if _, err := parseIndex(data); err != nil {
		return fetched{}, faultf(sourcev1.IndexationFailedReason, "failed to load Helm repository index: %w", err)
	}
	revision := digest.FromBytes(data)
	artifact := a.put("helmrepository", o.Namespace, o.Name, "index-"+revision.Encoded()+".yaml", revision.String(), data)
	return fetched{artifact, meta.SucceededReason, fmt.Sprintf("stored artifact: revision '%s'", revision)}, nil
}

func parseIndex(data []byte) (*repo.IndexFile, error) {
	index := &repo.IndexFile{}
	if err := yaml.Unmarshal(data, index); err != nil {
		return nil, err
	}
	index.SortEntries()
	return index, nil
}

// chartFetcher fetches charts from the repositories of the cluster.
type chartFetcher struct {
	*artifacts
	reader client.Reader
}

func (f chartFetcher) chart(ctx context.Context, o *sourcev1.HelmChart) (fetched, error) {
	if o.Spec.SourceRef.Kind != sourcev1.HelmRepositoryKind {
		return fetched{}, faultf("NotPlayed", "charts of the kind of source %s are not played", o.Spec.SourceRef.Kind)
	}
	repository := &sourcev1.HelmRepository{}
	key := client.ObjectKey{Namespace: o.Namespace, Name: o.Spec.SourceRef.Name}
	if err := f.reader.Get(ctx, key, repository); err != nil {
		return fetched{}, faultf("SourceUnavailable", "failed to get source: %w", err)
	}
	if repository.Status.Artifact == nil {
		return fetched{}, faultf("NoSourceArtifact", "no artifact available for %s source '%s'",
			o.Spec.SourceRef.Kind, o.Spec.SourceRef.Name)
	}
	data, err := download(ctx, repository.Status.Artifact.URL)
	if err != nil {
		return fetched{}, faultf("ChartPullError", "chart pull error: %w", err)
	}
	index, err := parseIndex(data)
	if err != nil {
		return fetched{}, faultf("ChartPullError", "chart pull error: %w", err)
	}
	version, err := index.Get(o.Spec.Chart, o.Spec.Version)
	if err != nil || len(version.URLs) == 0 {
		return fetched{}, faultf("InvalidChartReference", "invalid chart reference: no '%s' chart with version matching '%s' found",
			o.Spec.Chart, o.Spec.Version)
	}
	url, err := repo.ResolveReferenceURL(repository.Spec.URL, version.URLs[0])
	if err != nil {
		return fetched{}, faultf("InvalidChartReference", "invalid chart reference: %w", err)
	}
	archive, err := download(ctx, url)
	if err != nil {
		return fetched{}, faultf("ChartPullError", "chart pull error: %w", err)
	}
	o.Status.ObservedChartName = version.Name
	o.Status.ObservedSourceArtifactRevision = repository.Status.Artifact.Revision
	file := version.Name + "-" + version.Version + ".tgz"
	return fetched{
		f.put("helmchart", o.Namespace, o.Name, file, version.Version, archive),
		sourcev1.ChartPullSucceededReason,
		fmt.Sprintf("pulled '%s' chart with version '%s'", version.Name, version.Version),
	}, nil
}

// image pulls one layer of an artifact. The layer is served as it is, also if it is to be extracted.
func (a *artifacts) image(ctx context.Context, o *sourcev1.OCIRepository) (fetched, error) {
	pullFailed := func(err error) (fetched, error) {
		return fetched{}, faultf(sourcev1.OCIPullFailedReason, "failed to pull artifact from '%s': %w", o.Spec.URL, err)
	}
	repository, err := remote.NewRepository(strings.TrimPrefix(o.Spec.URL, "oci://"))
	if err != nil {
		return fetched{}, faultf("URLInvalid", "invalid URL '%s': %w", o.Spec.URL, err)
	}
	repository.PlainHTTP = o.Spec.Insecure
	tag, err := tagOf(ctx, repository, o.Spec.Reference)
	if err != nil {
		return pullFailed(err)
	}
	described, body, err := repository.FetchReference(ctx, tag)
	if err != nil {
		return pullFailed(err)
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		return pullFailed(err)
	}
	manifest := ocispec.Manifest{}
	if err := json.Unmarshal(data, &manifest); err != nil {
		return pullFailed(err)
	}
	layer, err := selected(manifest.Layers, o.GetLayerMediaType())
	if err != nil {
		return fetched{}, faultf(sourcev1.OCILayerOperationFailedReason, "%w", err)
	}
	archive, err := content.FetchAll(ctx, repository, layer)
	if err != nil {
		return pullFailed(err)
	}
	revision := described.Digest.String()
	if tag != revision {
		revision = tag + "@" + revision
	}
	artifact := a.put("ocirepository", o.Namespace, o.Name, layer.Digest.Encoded()+".tar.gz", revision, archive)
	artifact.Metadata = manifest.Annotations
	o.Status.ObservedLayerSelector = o.Spec.LayerSelector
	return fetched{artifact, meta.SucceededReason, fmt.Sprintf("stored artifact for digest '%s'", revision)}, nil
}

// tagOf returns the tag or the digest that a reference names.
func tagOf(ctx context.Context, repository *remote.Repository, ref *sourcev1.OCIRepositoryRef) (string, error) {
	switch {
	case ref == nil:
		return "latest", nil
	case ref.Digest != "":
		return ref.Digest, nil
	case ref.SemVer != "":
		return newest(ctx, repository, ref.SemVer)
	case ref.Tag != "":
		return ref.Tag, nil
	default:
		return "latest", nil
	}
}

// newest returns the tag with the highest version that a range includes.
func newest(ctx context.Context, repository *remote.Repository, versions string) (string, error) {
	constraint, err := semver.NewConstraint(versions)
	if err != nil {
		return "", fmt.Errorf("semver '%s' parse error: %w", versions, err)
	}
	var best *semver.Version
	found := ""
	err = repository.Tags(ctx, "", func(tags []string) error {
		for _, tag := range tags {
			// A tag cannot contain a plus sign.
			version, err := semver.NewVersion(strings.ReplaceAll(tag, "_", "+"))
			if err == nil && constraint.Check(version) && (best == nil || version.GreaterThan(best)) {
				best, found = version, tag
			}
		}
		return nil
	})
	if err == nil && best == nil {
		err = fmt.Errorf("no match found for semver: %s", versions)
	}
	return found, err
}

// selected returns the layer with a media type, or the first one.
func selected(layers []ocispec.Descriptor, mediaType string) (ocispec.Descriptor, error) {
	i := slices.IndexFunc(layers, func(layer ocispec.Descriptor) bool {
		return mediaType == "" || layer.MediaType == mediaType
	})
	if i < 0 {
		return ocispec.Descriptor{}, fmt.Errorf("failed to find layer with media type '%s' in artifact", mediaType)
	}
	return layers[i], nil
}
