package bench

import (
	"bufio"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"hysteron/report"
)

// Host describes the machine and the build.
type Host struct {
	Processor string  `json:"processor"`
	Threads   int     `json:"threads"`
	Memory    int64   `json:"memory_available_bytes"` // at the start; 0: unknown
	LoadStart string  `json:"load_average_start"`     // over 1, 5 and 15 minutes; empty: unknown
	LoadEnd   string  `json:"load_average_end"`
	CopyGBs   float64 `json:"copy_gb_per_s"` // of all threads together, read and written
	Go        string  `json:"go"`
	Platform  string  `json:"platform"`
	Commit    string  `json:"commit"` // empty: unknown
	Command   string  `json:"command,omitempty"`
	Date      string  `json:"date"` // UTC
}

func newHost(command string) Host {
	return Host{
		Processor: processor(), Threads: runtime.GOMAXPROCS(0), Memory: memoryAvailable(), LoadStart: loadAverage(),
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Commit: report.Commit(), Command: command, Date: time.Now().UTC().Format("2006-01-02 15:04"),
	}
}

// field returns the value of a key in a system file of lines "key: value", or "".
func field(file, key string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if k, v, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// processor returns the name of the CPU where the system has it, else the architecture.
func processor() string {
	if name := field("/proc/cpuinfo", "model name"); name != "" {
		return name
	}
	return runtime.GOARCH
}

// memoryAvailable returns the memory available without swapping [bytes]; 0: unknown.
func memoryAvailable() int64 {
	kib, err := strconv.ParseInt(strings.TrimSuffix(field("/proc/meminfo", "MemAvailable"), " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

// loadAverage returns the mean number of runnable threads over 1, 5 and 15 minutes.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	f := strings.Fields(string(text))
	return strings.Join(f[:min(3, len(f))], " ")
}

// deviceName returns a file name for a driver's name of its device.
func deviceName(renderer string, software bool, threads int) string {
	text := strings.NewReplacer("(r)", "", "(tm)", "").Replace(strings.ToLower(renderer))
	if i := strings.IndexAny(text, "/(,"); i >= 0 {
		text = text[:i]
	}
	name := strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	if name == "" {
		name = "unknown"
	}
	if software {
		name += "-" + strconv.Itoa(threads) + "-cores"
	}
	return name
}
