package main

import (
	"fmt"
	"io"
	"net"
	"os/exec"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// clusterIP is the address of the Service "kubernetes": the first one of the control plane's range.
const clusterIP = "10.0.0.1"

// network is the network namespace of a pod. Its only device is a loopback device with the address of the pod and the
// address of the Service "kubernetes". What a pod sends there, the kubelet passes on to the kube-apiserver; no packet
// leaves the machine.
type network struct {
	ip    string
	calls chan func()
	relay net.Listener
}

// newNetwork creates a namespace. The processes that run in it belong to the memory cgroup of the folder, if there is
// one.
func newNetwork(ip, cgroup, apiserver string) (*network, error) {
	n := &network{ip: ip, calls: make(chan func())}
	created := make(chan error)
	go func() {
		// The goroutine does not unlock its thread, so the thread ends with the goroutine.
		runtime.LockOSThread()
		created <- n.enter(cgroup)
		for call := range n.calls {
			call()
		}
	}()
	if err := <-created; err != nil {
		n.close()
		return nil, err
	}
	err := n.do(func() (err error) {
		n.relay, err = net.Listen("tcp", clusterIP+":443")
		return err
	})
	if err != nil {
		n.close()
		return nil, err
	}
	go accept(n.relay, func() (net.Conn, error) { return net.Dial("tcp", apiserver) })
	return n, nil
}

// enter moves this thread into a new namespace, and takes from its children all ways to get rights.
func (n *network) enter(cgroup string) error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("create a network namespace: %w", err)
	}
	for _, command := range [][]string{
		{"link", "set", "lo", "up"},
		{"address", "add", n.ip + "/32", "dev", "lo"},
		{"address", "add", clusterIP + "/32", "dev", "lo"},
	} {
		if out, err := exec.Command("ip", command...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %v: %w: %s", command, err, out)
		}
	}
	if err := joinCgroup(cgroup); err != nil {
		return err
	}
	for capability := 0; capability <= unix.CAP_LAST_CAP; capability++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0); err != nil {
			return fmt.Errorf("drop capability %d: %w", capability, err)
		}
	}
	return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}

// do calls a function on the thread of the namespace. Sockets and processes that it creates belong to the namespace.
func (n *network) do(call func() error) error {
	result := make(chan error, 1)
	n.calls <- func() { result <- call() }
	return <-result
}

func (n *network) dial(port string) (connection net.Conn, err error) {
	err = n.do(func() (err error) {
		connection, err = net.Dial("tcp", net.JoinHostPort(n.ip, port))
		return err
	})
	return connection, err
}

func (n *network) close() {
	if n.relay != nil {
		n.relay.Close()
	}
	close(n.calls)
}

// accept connects each client of a listener with a server, until the listener is closed.
func accept(listener net.Listener, dial func() (net.Conn, error)) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			server, err := dial()
			if err != nil {
				client.Close()
				return
			}
			join(client, client, server)
		}()
	}
}

// join copies the bytes of two connections in both directions. What the client sent is read from a reader, because a
// part of it may be in a buffer already.
func join(client net.Conn, sent io.Reader, server net.Conn) {
	defer client.Close()
	defer server.Close()
	var both sync.WaitGroup
	both.Go(func() { copyAll(server, sent) })
	both.Go(func() { copyAll(client, server) })
	both.Wait()
}

// copyAll copies until the end, and passes the end on.
func copyAll(to net.Conn, from io.Reader) {
	io.Copy(to, from)
	if half, ok := to.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}
