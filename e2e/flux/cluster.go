package main

import (
	"fmt"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// cluster is the access of one release to the cluster, in the form that Helm expects. It reads discovery once.
type cluster struct {
	config    *rest.Config
	namespace string
	discovery discovery.CachedDiscoveryInterface
}

// clusterFor returns the access of a release, as its service account if it names one.
func clusterFor(config *rest.Config, o *v2.HelmRelease) *cluster {
	own := rest.CopyConfig(config)
	if name := o.Spec.ServiceAccountName; name != "" {
		own.Impersonate = rest.ImpersonationConfig{
			UserName: fmt.Sprintf("system:serviceaccount:%s:%s", o.Namespace, name),
		}
	}
	return &cluster{config: own, namespace: o.GetReleaseNamespace()}
}

func (c *cluster) ToRESTConfig() (*rest.Config, error) {
	return c.config, nil
}

func (c *cluster) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	if c.discovery == nil {
		client, err := discovery.NewDiscoveryClientForConfig(c.config)
		if err != nil {
			return nil, err
		}
		c.discovery = memory.NewMemCacheClient(client)
	}
	return c.discovery, nil
}

func (c *cluster) ToRESTMapper() (meta.RESTMapper, error) {
	client, err := c.ToDiscoveryClient()
	if err != nil {
		return nil, err
	}
	return restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(client), client, nil), nil
}

// ToRawKubeConfigLoader is asked only for the namespace of objects that name none.
func (c *cluster) ToRawKubeConfigLoader() clientcmd.ClientConfig {
	overrides := &clientcmd.ConfigOverrides{Context: clientcmdapi.Context{Namespace: c.namespace}}
	return clientcmd.NewDefaultClientConfig(*clientcmdapi.NewConfig(), overrides)
}
