package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/opencontainers/go-digest"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release"
	rspb "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	"k8s.io/client-go/rest"
)

// Helm's limit for names of releases.
const maximumName = 53

// helm runs Helm's actions for one HelmRelease.
type helm struct {
	object  *v2.HelmRelease
	cluster *cluster
	driver  driver.Driver
}

func newHelm(config *rest.Config, o *v2.HelmRelease) *helm {
	return &helm{object: o, cluster: clusterFor(config, o)}
}

// connect opens the storage of releases: Secrets in a namespace.
func (h *helm) connect(namespace string) error {
	clients, err := kube.New(h.cluster).Factory.KubernetesClientSet()
	if err != nil {
		return err
	}
	h.driver = driver.NewSecrets(clients.CoreV1().Secrets(namespace))
	return nil
}

// configuration returns the configuration of one action. Each state of a release that Helm stores is passed to seen.
func (h *helm) configuration(seen func(*rspb.Release)) *action.Configuration {
	quiet := slog.DiscardHandler
	configuration := action.NewConfiguration(action.ConfigurationSetLogger(quiet))
	client := kube.New(h.cluster)
	client.SetLogger(quiet)
	configuration.KubeClient = client
	configuration.RESTClientGetter = h.cluster
	configuration.Releases = storage.Init(recordingDriver{h.driver, seen})
	return configuration
}

// recordingDriver reports what Helm stores. The result of an action does not always say that.
type recordingDriver struct {
	driver.Driver
	seen func(*rspb.Release)
}

func (d recordingDriver) Create(key string, stored release.Releaser) error {
	return d.record(d.Driver.Create(key, stored), stored)
}

func (d recordingDriver) Update(key string, stored release.Releaser) error {
	return d.record(d.Driver.Update(key, stored), stored)
}

func (d recordingDriver) record(err error, stored release.Releaser) error {
	if typed, ok := stored.(*rspb.Release); err == nil && ok {
		d.seen(typed)
	}
	return err
}

// name returns the name of the release. A name that is too long for Helm is cut, and its digest is appended.
func (h *helm) name() string {
	name := h.object.GetReleaseName()
	if len(name) <= maximumName {
		return name
	}
	sum := digest.FromString(name).Encoded()[:12]
	return name[:maximumName-len(sum)-1] + "-" + sum
}

// targetChanged returns whether the release that was installed is not the one that the spec describes.
func (h *helm) targetChanged(chart string) bool {
	o, current := h.object, h.object.Status.History.Latest()
	if o.Status.StorageNamespace == "" || current == nil {
		return false
	}
	reinstalls := o.GetUpgrade().GetChartNameChangeStrategy() == v2.ChartNameChangeStrategyReinstall
	return o.GetStorageNamespace() != o.Status.StorageNamespace ||
		o.GetReleaseNamespace() != current.Namespace ||
		h.name() != current.Name ||
		chart != current.ChartName && reinstalls
}

func (h *helm) install(ctx context.Context, configuration *action.Configuration, p *prerequisites) error {
	o, spec := h.object, h.object.GetInstall()
	i := action.NewInstall(configuration)
	i.ReleaseName = h.name()
	i.Namespace = o.GetReleaseNamespace()
	i.CreateNamespace = o.Spec.TargetNamespace != "" && spec.CreateNamespace
	i.Timeout = spec.GetTimeout(o.GetTimeout()).Duration
	i.WaitStrategy = waitStrategy(o, spec.DisableWait)
	i.WaitOptions = until(ctx)
	i.WaitForJobs = !spec.DisableWaitForJobs
	i.DisableHooks = spec.DisableHooks
	i.DisableOpenAPIValidation = spec.DisableOpenAPIValidation
	i.SkipSchemaValidation = spec.DisableSchemaValidation
	i.Replace = spec.Replace
	i.TakeOwnership = !spec.DisableTakeOwnership
	i.ServerSideApply = spec.ServerSideApply == nil || *spec.ServerSideApply
	i.ForceConflicts = i.ServerSideApply
	i.SkipCRDs = spec.CRDs == v2.Skip
	i.Devel = true
	i.PostRenderer = labelling{o}
	_, err := i.RunWithContext(ctx, p.chart, p.values.AsMap())
	return err
}

func (h *helm) upgrade(ctx context.Context, configuration *action.Configuration, p *prerequisites) error {
	o, spec := h.object, h.object.GetUpgrade()
	u := action.NewUpgrade(configuration)
	serverSide, err := h.serverSide(string(spec.ServerSideApply), 0)
	if err != nil {
		return err
	}
	u.ServerSideApply = strconv.FormatBool(serverSide)
	u.ForceConflicts = serverSide
	u.ForceReplace = spec.Force && !serverSide
	u.Namespace = o.GetReleaseNamespace()
	u.ResetValues = !spec.PreserveValues
	u.ReuseValues = spec.PreserveValues
	u.MaxHistory = o.GetMaxHistory()
	u.Timeout = spec.GetTimeout(o.GetTimeout()).Duration
	u.WaitStrategy = waitStrategy(o, spec.DisableWait)
	u.WaitOptions = until(ctx)
	u.WaitForJobs = !spec.DisableWaitForJobs
	u.DisableHooks = spec.DisableHooks
	u.DisableOpenAPIValidation = spec.DisableOpenAPIValidation
	u.SkipSchemaValidation = spec.DisableSchemaValidation
	u.CleanupOnFail = spec.CleanupOnFail
	u.TakeOwnership = !spec.DisableTakeOwnership
	u.Devel = true
	u.PostRenderer = labelling{o}
	_, err = u.RunWithContext(ctx, h.name(), p.chart, p.values.AsMap())
	return err
}

func (h *helm) rollback(ctx context.Context, configuration *action.Configuration, version int) error {
	o, spec := h.object, h.object.GetRollback()
	r := action.NewRollback(configuration)
	serverSide, err := h.serverSide(string(spec.ServerSideApply), version)
	if err != nil {
		return err
	}
	r.ServerSideApply = strconv.FormatBool(serverSide)
	r.ForceConflicts = serverSide
	r.ForceReplace = spec.Force && !serverSide
	r.Version = version
	r.Timeout = spec.GetTimeout(o.GetTimeout()).Duration
	r.WaitStrategy = waitStrategy(o, spec.DisableWait)
	r.WaitOptions = until(ctx)
	r.WaitForJobs = !spec.DisableWaitForJobs
	r.DisableHooks = spec.DisableHooks
	r.CleanupOnFail = spec.CleanupOnFail
	r.MaxHistory = o.GetMaxHistory()
	return r.Run(h.name())
}

func (h *helm) uninstall(ctx context.Context, configuration *action.Configuration, name string) error {
	o, spec := h.object, h.object.GetUninstall()
	u := action.NewUninstall(configuration)
	u.Timeout = spec.GetTimeout(o.GetTimeout()).Duration
	u.WaitStrategy = waitStrategy(o, spec.DisableWait)
	u.WaitOptions = until(ctx)
	u.DisableHooks = spec.DisableHooks
	u.KeepHistory = spec.KeepHistory
	u.DeletionPropagation = spec.GetDeletionPropagation()
	_, err := u.Run(name)
	return err
}

func (h *helm) test(ctx context.Context, configuration *action.Configuration) error {
	o, spec := h.object, h.object.GetTest()
	t := action.NewReleaseTesting(configuration)
	t.Namespace = o.GetReleaseNamespace()
	t.Timeout = spec.GetTimeout(o.GetTimeout()).Duration
	t.WaitOptions = until(ctx)
	t.Filters = map[string][]string{}
	for _, filter := range spec.GetFilters() {
		key := action.IncludeNameFilter
		if filter.Exclude {
			key = action.ExcludeNameFilter
		}
		t.Filters[key] = append(t.Filters[key], filter.Name)
	}
	_, cleanUp, err := t.Run(h.name())
	if cleanUpErr := cleanUp(); err == nil {
		err = cleanUpErr
	}
	return err
}

// serverSide returns whether an action applies server-side: as the spec says, or as the revision was applied before.
func (h *helm) serverSide(mode string, version int) (bool, error) {
	switch v2.ServerSideApplyMode(mode) {
	case v2.ServerSideApplyEnabled:
		return true, nil
	case v2.ServerSideApplyDisabled:
		return false, nil
	}
	revision, err := h.revision(version)
	if err != nil || revision == nil {
		return true, err
	}
	return revision.ApplyMethod == string(rspb.ApplyMethodServerSideApply), nil
}

// revision returns a revision; version 0 is the last one, and nil means that there is none.
func (h *helm) revision(version int) (*rspb.Release, error) {
	var stored release.Releaser
	var err error
	if version == 0 {
		stored, err = storage.Init(h.driver).Last(h.name())
	} else {
		stored, err = storage.Init(h.driver).Get(h.name(), version)
	}
	if errors.Is(err, driver.ErrReleaseNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	typed, ok := stored.(*rspb.Release)
	if !ok {
		return nil, fmt.Errorf("unknown type of release %T", stored)
	}
	return typed, nil
}

func waitStrategy(o *v2.HelmRelease, disabled bool) kube.WaitStrategy {
	switch {
	case disabled:
		return kube.HookOnlyStrategy
	case o.GetWaitStrategy() == v2.WaitStrategyLegacy:
		return kube.LegacyStrategy
	default:
		return kube.StatusWatcherStrategy
	}
}

// until ends a wait when the program stops.
func until(ctx context.Context) []kube.WaitOption {
	return []kube.WaitOption{kube.WithWaitContext(ctx)}
}
