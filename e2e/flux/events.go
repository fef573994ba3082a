package main

import (
	"maps"

	v2 "github.com/fluxcd/helm-controller/api/v2"
)

// event writes an Event about the release.
func (r *rollout) event(kind, reason, message string, annotations map[string]string) {
	r.events.AnnotatedEventf(r.object, annotations, kind, reason, "%s", message)
}

// described returns the annotations of an Event about a revision.
func described(s *v2.Snapshot) map[string]string {
	return annotations(s.ChartVersion, s.ConfigDigest, s.AppVersion, s.OCIDigest)
}

// attempted returns the annotations of an Event about an attempt, which may have stored no revision.
func (r *rollout) attempted() map[string]string {
	return annotations(r.chart.Metadata.Version, configDigest(r.values), r.chart.AppVersion(), r.digest)
}

func annotations(revision, token, appVersion, ociDigest string) map[string]string {
	group := v2.GroupVersion.Group + "/"
	all := map[string]string{
		group + "revision":    revision,
		group + "token":       token,
		group + "app-version": appVersion,
		group + "oci-digest":  ociDigest,
	}
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}
