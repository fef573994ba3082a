//go:build tools

// Package tools pins the helm command with which the tests install the chart.
package tools

import _ "helm.sh/helm/v4/cmd/helm"
