package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	"github.com/opencontainers/go-digest"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// artifacts holds the files of sources and serves them over HTTP on loopback. It is empty after a restart, and then the
// sources are fetched again.
type artifacts struct {
	server *http.Server
	url    string
	mutex  sync.RWMutex
	files  map[string][]byte
}

func serveArtifacts() (*artifacts, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &artifacts{url: "http://" + listener.Addr().String(), files: map[string][]byte{}}
	a.server = &http.Server{Handler: a, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := a.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			fail(err)
		}
	}()
	return a, nil
}

func (a *artifacts) close() {
	_ = a.server.Close()
}

func (a *artifacts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mutex.RLock()
	file, found := a.files[r.URL.Path]
	a.mutex.RUnlock()
	if !found {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(file)
}

// put stores a file and returns its description.
func (a *artifacts) put(kind, namespace, name, file, revision string, data []byte) *meta.Artifact {
	where := path.Join(kind, namespace, name, file)
	a.mutex.Lock()
	a.files["/"+where] = data
	a.mutex.Unlock()
	size := int64(len(data))
	return &meta.Artifact{
		Path:           where,
		URL:            a.url + "/" + where,
		Revision:       revision,
		Digest:         digest.FromBytes(data).String(),
		LastUpdateTime: metav1.Now(),
		Size:           &size,
	}
}

// errNoFile reports a URL without a file.
var errNoFile = errors.New("file not found")

// download returns the body of a response with the status 200.
func download(ctx context.Context, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		return io.ReadAll(response.Body)
	case http.StatusNotFound:
		return nil, fmt.Errorf("failed to download '%s': %w", url, errNoFile)
	default:
		return nil, fmt.Errorf("failed to download '%s' (status: %s)", url, response.Status)
	}
}
