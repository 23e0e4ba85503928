package config

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The files in deploy stand for these of the image; ENGRAM_ADDR and ENGRAM_DATA_DIR say so to the program.
const (
	imagePort = 8080
	imageUser = 65532
)

func TestImageIsAsItsUsersThink(t *testing.T) {
	dockerfile := readFile(t, "Dockerfile")
	for _, want := range []string{
		fmt.Sprint("ENGRAM_ADDR=:", imagePort), fmt.Sprintf("USER %d:%[1]d", imageUser), "ENGRAM_DATA_DIR=/data", `ENTRYPOINT ["/engram"]`,
	} {
		if !strings.Contains(dockerfile, want) {
			t.Errorf("Dockerfile lacks %q", want)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile("../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

type composeFile struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		Volumes     []string
		Ports       []string
	}
	Volumes map[string]any
}

func TestComposeFiles(t *testing.T) {
	for path, nodes := range map[string]int{"compose.yaml": 1, "deploy/cluster/compose.yaml": 3} {
		t.Run(path, func(t *testing.T) {
			var file composeFile
			if err := yaml.Unmarshal([]byte(filledIn(t, readFile(t, path))), &file); err != nil {
				t.Fatal(err)
			}
			data := map[string]bool{}
			for name, service := range file.Services {
				for _, volume := range service.Volumes {
					from, to, _ := strings.Cut(volume, ":")
					if _, found := file.Volumes[from]; !found && !strings.HasPrefix(from, ".") {
						t.Errorf("%s: the volume %s is not there", name, from)
					}
					if service.Image == "engram" && to == "/data" {
						data[from] = true
					}
				}
				if service.Image == "engram" && (!service.ReadOnly || !slices.Equal(service.CapDrop, []string{"ALL"})) {
					t.Errorf("%s may do more than it needs", name)
				}
			}
			if len(data) != nodes {
				t.Errorf("%d nodes with data of their own, want %d", len(data), nodes)
			}
		})
	}
}

// A cluster's nodes are reached through the proxy alone, and find the services that stand beside them.
func TestCluster(t *testing.T) {
	var file composeFile
	if err := yaml.Unmarshal([]byte(filledIn(t, readFile(t, "deploy/cluster/compose.yaml"))), &file); err != nil {
		t.Fatal(err)
	}
	var nodes []string
	for name, service := range file.Services {
		if service.Image != "engram" {
			continue
		}
		nodes = append(nodes, fmt.Sprintf("%s:%d", name, imagePort))
		c := mayBeANode(t, service.Environment)
		for _, address := range []string{c.DatabaseURL, c.BlobURL} {
			if u, err := url.Parse(address); err != nil || file.Services[u.Hostname()].Image == "" {
				t.Errorf("%s: %s leads nowhere: %v", name, address, err)
			}
		}
		if len(service.Ports) > 0 {
			t.Errorf("%s is reached past the proxy", name)
		}
	}
	slices.Sort(nodes)
	for _, proxy := range []string{"Caddyfile", "nginx.conf", "haproxy.cfg"} {
		found := regexp.MustCompile(`\bengram\d:\d+`).FindAllString(readFile(t, "deploy/cluster/"+proxy), -1)
		if !slices.Equal(found, nodes) {
			t.Errorf("%s leads to %v, and the nodes are %v", proxy, found, nodes)
		}
	}
}

// mayBeANode returns what the program reads in these settings, which must let it be a node among others.
func mayBeANode(t *testing.T, environ map[string]string) Config {
	t.Helper()
	c, err := parse(t, environ)
	if err != nil {
		t.Fatal(err)
	}
	if !c.MayHaveNodes() || c.Secret == "" || c.PublicURL == "" || len(c.TrustedProxies) == 0 || c.BackupEvery != "off" {
		t.Errorf("it can't be a node among others: %v", slices.Sorted(maps.Keys(environ)))
	}
	return c
}

var variable = regexp.MustCompile(`\$\{(\w+)(:[-?])([^}]*)\}`)

// filledIn puts variables into a compose file as compose does. One that must be set is in the example of settings beside it.
func filledIn(t *testing.T, file string) string {
	example := readFile(t, "deploy/cluster/env.example")
	return variable.ReplaceAllStringFunc(file, func(found string) string {
		parts := variable.FindStringSubmatch(found)
		if parts[2] == ":-" {
			return parts[3]
		}
		if !strings.Contains(example, "\n"+parts[1]+"=") {
			t.Errorf("env.example lacks %s", parts[1])
		}
		return "0123456789abcdef"
	})
}

type probe struct {
	HTTPGet          struct{ Path, Port string } `yaml:"httpGet"`
	PeriodSeconds    int                         `yaml:"periodSeconds"`
	FailureThreshold int                         `yaml:"failureThreshold"`
}

type labelled struct {
	Labels      map[string]string
	MatchLabels map[string]string `yaml:"matchLabels"`
}

// manifest has of every kind what these tests look at.
type manifest struct {
	Kind       string
	Metadata   struct{ Name string }
	Data       map[string]string
	StringData map[string]string `yaml:"stringData"`
	Spec       struct {
		Replicas int
		Selector any
		Strategy struct {
			RollingUpdate struct {
				MaxUnavailable *int `yaml:"maxUnavailable"`
			} `yaml:"rollingUpdate"`
		}
		MaxUnavailable int `yaml:"maxUnavailable"`
		Template       struct {
			Metadata labelled
			Spec     pod
		}
		Ports []struct {
			Name       string
			TargetPort string `yaml:"targetPort"`
		}
	}
}

type pod struct {
	EnableServiceLinks            *bool `yaml:"enableServiceLinks"`
	TerminationGracePeriodSeconds int   `yaml:"terminationGracePeriodSeconds"`
	SecurityContext               struct {
		RunAsUser    int  `yaml:"runAsUser"`
		RunAsNonRoot bool `yaml:"runAsNonRoot"`
	} `yaml:"securityContext"`
	Containers []struct {
		Image   string
		EnvFrom []map[string]struct{ Name string } `yaml:"envFrom"`
		Ports   []struct {
			Name          string
			ContainerPort int `yaml:"containerPort"`
		}
		StartupProbe    probe `yaml:"startupProbe"`
		LivenessProbe   probe `yaml:"livenessProbe"`
		ReadinessProbe  probe `yaml:"readinessProbe"`
		SecurityContext struct {
			ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
		} `yaml:"securityContext"`
		VolumeMounts []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
	Volumes []struct{ Name string }
}

func manifests(t *testing.T) map[string]manifest {
	t.Helper()
	all := map[string]manifest{}
	decoder := yaml.NewDecoder(strings.NewReader(readFile(t, "deploy/kubernetes/engram.yaml")))
	for {
		var m manifest
		err := decoder.Decode(&m)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.Metadata.Name != "engram" {
			t.Errorf("%s is called %s", m.Kind, m.Metadata.Name)
		}
		all[m.Kind] = m
	}
}

func TestKubernetes(t *testing.T) {
	all := manifests(t)
	kinds := []string{"ConfigMap", "Deployment", "Ingress", "PodDisruptionBudget", "Secret", "Service"}
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, kinds) {
		t.Fatalf("there are %v, want %v", got, kinds)
	}
	deployment := all["Deployment"].Spec
	pod := deployment.Template.Spec
	t.Run("settings", func(t *testing.T) {
		environ := map[string]string{}
		maps.Copy(environ, all["ConfigMap"].Data)
		maps.Copy(environ, all["Secret"].StringData)
		mayBeANode(t, environ)
		if from := fmt.Sprint(pod.Containers[0].EnvFrom); from != "[map[configMapRef:{engram}] map[secretRef:{engram}]]" {
			t.Errorf("they come from %s", from)
		}
		if pod.EnableServiceLinks == nil || *pod.EnableServiceLinks {
			t.Error("the Service sets ENGRAM_SERVICE_HOST, which ends the start")
		}
	})
	t.Run("one at a time", func(t *testing.T) {
		update := deployment.Strategy.RollingUpdate
		if update.MaxUnavailable == nil || *update.MaxUnavailable != 0 || all["PodDisruptionBudget"].Spec.MaxUnavailable != 1 {
			t.Error("more than one may be missing")
		}
		if deployment.Replicas != 3 || pod.TerminationGracePeriodSeconds < 20 {
			t.Error("three, each with time to end, are wanted")
		}
	})
	t.Run("labels", func(t *testing.T) {
		labels := fmt.Sprint(deployment.Template.Metadata.Labels)
		for kind, selector := range map[string]string{
			"Deployment": fmt.Sprintf("map[matchLabels:%s]", labels), "PodDisruptionBudget": fmt.Sprintf("map[matchLabels:%s]", labels), "Service": labels,
		} {
			if got := fmt.Sprint(all[kind].Spec.Selector); got != selector {
				t.Errorf("%s selects %s", kind, got)
			}
		}
	})
	t.Run("probes", func(t *testing.T) { probes(t, pod, all["Service"].Spec.Ports[0].TargetPort) })
	t.Run("rights", func(t *testing.T) { rights(t, pod) })
}

func probes(t *testing.T, p pod, target string) {
	c := p.Containers[0]
	port := c.Ports[0]
	if port.ContainerPort != imagePort || target != port.Name {
		t.Errorf("the port %v is not that of the image, or not that of the Service, %s", port, target)
	}
	api := readFile(t, "internal/httpapi/api.go")
	for _, test := range []struct {
		probe
		path  string
		after int // seconds
	}{{c.StartupProbe, "/healthz", 120}, {c.LivenessProbe, "/healthz", 30}, {c.ReadinessProbe, "/readyz", 5}} {
		if test.HTTPGet.Path != test.path || test.HTTPGet.Port != port.Name || !strings.Contains(api, `"GET `+test.path+`"`) {
			t.Errorf("a probe asks for %v, want %s", test.HTTPGet, test.path)
		}
		if test.PeriodSeconds*test.FailureThreshold < test.after {
			t.Errorf("%s is given up after %d seconds", test.path, test.PeriodSeconds*test.FailureThreshold)
		}
	}
}

func rights(t *testing.T, p pod) {
	c := p.Containers[0]
	if p.SecurityContext.RunAsUser != imageUser || !p.SecurityContext.RunAsNonRoot || !c.SecurityContext.ReadOnlyRootFilesystem ||
		c.SecurityContext.AllowPrivilegeEscalation == nil || *c.SecurityContext.AllowPrivilegeEscalation {
		t.Error("it may do more than it needs")
	}
	var written []string
	for _, mount := range c.VolumeMounts {
		written = append(written, mount.MountPath)
		if !slices.ContainsFunc(p.Volumes, func(v struct{ Name string }) bool { return v.Name == mount.Name }) {
			t.Errorf("the volume %s is not there", mount.Name)
		}
	}
	if !slices.Equal(written, []string{"/data", "/tmp"}) {
		t.Errorf("it writes to %v", written)
	}
}
