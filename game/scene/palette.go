package scene

// palette is the colors of one theme.
type palette struct {
	light bool

	wallHigh, wallLow, panel, skirting, cornice Color
	floor, tile, tileEdge, seam                 Color
	rug, rugEdge                                Color
	lamp                                        Color // light pools on wall and floor
	shade                                       Color // soft shadows
	corner                                      Color // darkness towards the edges of the room

	wood, woodDark, woodLight, shelf Color
	steel, steelDark, steelLight     Color
	screen, glass                    Color

	teal, violet, amber, rose, green Color // accents

	plate, plateInk, plateEdge Color

	paper, frame, frameDark, ink, paperLine Color
	node, nodeEdge, freqNode, freqEdge      Color
	edge, edgeStrong                        Color
}

var darkPalette = palette{
	wallHigh: rgb(0x151c2b), wallLow: rgb(0x263149), panel: rgb(0x2c3953), skirting: rgb(0x10161f), cornice: rgb(0x0e131d),
	floor: rgb(0x222c3e), tile: rgb(0x2d3850), tileEdge: rgb(0x3a4763), seam: rgb(0x1c2536),
	rug: rgb(0x34305a), rugEdge: rgb(0x56509a),
	lamp: rgb(0xffd9a0), shade: rgb(0x03060c), corner: rgb(0x05080f),
	wood: rgb(0x5a4436), woodDark: rgb(0x32251e), woodLight: rgb(0x7b5e49), shelf: rgb(0x211814),
	steel: rgb(0x4a5a76), steelDark: rgb(0x27324a), steelLight: rgb(0x7486a6),
	screen: rgb(0x0b1220), glass: rgb(0x9fc8e8),
	teal: rgb(0x3fc1b0), violet: rgb(0x9d8cff), amber: rgb(0xf2b155), rose: rgb(0xef6f7c), green: rgb(0x62c98f),
	plate: rgb(0x141b29), plateInk: rgb(0xd5deeb), plateEdge: rgb(0x3b4962),
	paper: rgb(0xeef2f6), frame: rgb(0x8b98ad), frameDark: rgb(0x5b677d), ink: rgb(0x24303f), paperLine: rgb(0xd9e1ea),
	node: rgb(0xffffff), nodeEdge: rgb(0x3d4c64), freqNode: rgb(0xfff0cf), freqEdge: rgb(0xbf7f1f),
	edge: rgb(0x2f6f8f), edgeStrong: rgb(0x0f8f7f),
}

var lightPalette = palette{
	light:    true,
	wallHigh: rgb(0xf4ecdf), wallLow: rgb(0xe9dcc6), panel: rgb(0xf3e8d5), skirting: rgb(0xb99c78), cornice: rgb(0xfaf5ec),
	floor: rgb(0xcfb48d), tile: rgb(0xdcc6a4), tileEdge: rgb(0xe9d8bb), seam: rgb(0xbfa37c),
	rug: rgb(0x8ea7b8), rugEdge: rgb(0xf1e6d2),
	lamp: rgb(0xfffbe8), shade: rgb(0x4a3520).fade(0.68), corner: rgb(0x8a6a44),
	wood: rgb(0xb98a5c), woodDark: rgb(0x8a613c), woodLight: rgb(0xd6ab7c), shelf: rgb(0x6d4b2e),
	steel: rgb(0xd3dae3), steelDark: rgb(0x93a1b4), steelLight: rgb(0xf6f9fc),
	screen: rgb(0x1a2636), glass: rgb(0xd8eefa),
	teal: rgb(0x12988a), violet: rgb(0x7461d9), amber: rgb(0xd98a1c), rose: rgb(0xd94f62), green: rgb(0x2f9e62),
	plate: rgb(0xfffaf1), plateInk: rgb(0x43351f), plateEdge: rgb(0xcdb48f),
	paper: rgb(0xfdfefe), frame: rgb(0xb9c2cf), frameDark: rgb(0x8d99aa), ink: rgb(0x24303f), paperLine: rgb(0xe6ebf0),
	node: rgb(0xffffff), nodeEdge: rgb(0x55657d), freqNode: rgb(0xfff0cf), freqEdge: rgb(0xb8761a),
	edge: rgb(0x2f6f8f), edgeStrong: rgb(0x0f8577),
}

func (l *Lab) colors() *palette {
	if l.theme == Light {
		return &lightPalette
	}
	return &darkPalette
}
