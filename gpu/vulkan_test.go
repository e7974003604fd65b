//go:build cgo

package gpu

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRenderer prints the renderer, for TestOnVulkan.
func TestRenderer(t *testing.T) { t.Log(open(t, false).Device().Renderer) }

// TestOnVulkan: kernels with laws, levels and sums compile and agree with the reference where Mesa's OpenGL runs on
// Vulkan (zink, on lavapipe), in a process of its own. What it cannot do there is in docs/gpu.md.
func TestOnVulkan(t *testing.T) {
	if found, err := filepath.Glob("/usr/share/vulkan/icd.d/lvp_icd*.json"); err != nil || len(found) == 0 {
		t.Skip("SKIPPED: Mesa's Vulkan on the CPU is not installed (Debian: mesa-vulkan-drivers)")
	}
	run := func(tests string) (string, error) {
		c := exec.Command(os.Args[0], "-test.v", "-test.run", tests)
		c.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1", "MESA_LOADER_DRIVER_OVERRIDE=zink")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if text, _ := run("^TestRenderer$"); !strings.Contains(text, "zink") {
		t.Skipf("SKIPPED: OpenGL does not run on Vulkan here:\n%s", text)
	}
	tests := "^(TestEveryKernelCompiles|TestYielding|TestGripOfTwoLaws|TestCurvatureBending|TestMultilevelAgrees|" +
		"TestScan)$/^(|5×4.*|40×30.*)$"
	if text, err := run(tests); err != nil || strings.Contains(text, "vkCreateComputePipelines") {
		t.Errorf("%v:\n%s", err, text)
	}
}
