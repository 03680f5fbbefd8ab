//go:build js

package draw

import "github.com/hajimehoshi/ebiten/v2"

//lint:file-ignore SA1019 Drawing on demand has no other way: what Ebitengine recommends
// instead spares the graphics card but still runs sixty times a second.

// drawOnDemand lets Ebitengine draw only when a frame is scheduled.
func drawOnDemand() { ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum) }

// scheduleFrame asks for one frame, soon.
func scheduleFrame() { ebiten.ScheduleFrame() }
