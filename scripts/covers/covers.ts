import { box, colours as c, disc, path, scaled, words } from './shapes.ts'

/** A cover: its background and its shapes, in 1600 × 900 points. */
interface Cover {
  background: string
  shapes: readonly string[]
}

const range = (count: number): number[] => [...Array.from({ length: count }).keys()]

/** Covers by file name. */
export const covers: Readonly<Record<string, Cover>> = {
  // The editor's logo: two strokes.
  'two-strokes': {
    background: c.blue,
    shapes: [
      scaled(448, 98, 22, [
        path('M10 5h18l-4 10H10a5 5 0 0 1 0-10z', { fill: c.white }),
        path('M8 17h14a5 5 0 0 1 0 10H4z', { fill: c.sky }),
      ]),
    ],
  },
  // Dots for people; 20 of 45 have access, the next one is marked.
  'waiting-list': {
    background: c.paper,
    shapes: range(45).map((at) => {
      const x = 368 + (at % 9) * 108
      const y = 234 + Math.floor(at / 9) * 108
      if (at < 20) return disc(x, y, 36, { fill: c.blue })
      return at === 20
        ? disc(x, y, 36, { fill: c.clay })
        : disc(x, y, 33, { stroke: c.stone, width: 5 })
    }),
  },
  // An open door.
  'open-door': {
    background: c.ink,
    shapes: [
      path('M610 770V270a190 190 0 0 1 380 0v500z', { fill: '#f6e7c4' }),
      path('M610 770V270a190 190 0 0 1 190-190v620z', { fill: c.blue }),
      disc(752, 456, 17, { fill: c.white }),
      path('M610 770h380l250 130H500z', { fill: '#f6e7c4', opacity: 0.22 }),
    ],
  },
  // A circular arrow around a check mark.
  'loop-with-an-end': {
    background: c.forest,
    shapes: [
      path('M1000 276a264 264 0 1 0 62 136', { stroke: c.mint, width: 52 }),
      path('M878 280h124V156', { stroke: c.mint, width: 52 }),
      path('M690 456l84 84 150-162', { stroke: c.white, width: 56 }),
    ],
  },
  // An input method: a word being typed, and a list of candidates.
  candidates: {
    background: c.paper,
    shapes: [
      words(330, 226, [150, 96], c.stone),
      words(616, 226, [250], c.blue),
      box(616, 272, 250, 9, 4, { fill: c.blue }),
      words(906, 226, [210, 120], c.line),
      box(616, 318, 470, 362, 22, { fill: c.white, stroke: c.line, width: 4 }),
      box(636, 338, 430, 98, 12, { fill: c.blue }),
      words(690, 374, [44, 230], c.white),
      words(690, 482, [44, 170], c.stone),
      words(690, 590, [44, 280], c.stone),
    ],
  },
  // The same text on a light and a dark background.
  'two-grounds': {
    background: c.paper,
    shapes: [
      box(800, 0, 800, 900, 0, { fill: c.ink }),
      ...range(5).map((at) => disc(800, 170 + at * 140, 52, { fill: c.stone })),
      ...range(5).flatMap((at) => [
        path(`M800 ${118 + at * 140}a52 52 0 0 0 0 104z`, {
          fill: [c.ink, c.blue, c.forest, c.clay, c.stone][at] ?? c.ink,
        }),
        path(`M800 ${118 + at * 140}a52 52 0 0 1 0 104z`, {
          fill: [c.white, c.sky, c.mint, '#f2a57f', c.sand][at] ?? c.white,
        }),
        words(330 + (at % 2) * 60, 157 + at * 140, [140, 180 - (at % 2) * 60], c.line),
        words(930, 157 + at * 140, [180, 140 - (at % 3) * 30], '#4a433d'),
      ]),
    ],
  },
  // Five keys; one is pressed.
  'five-keys': {
    background: c.mist,
    shapes: range(5).flatMap((at) => {
      const x = 262 + at * 222
      const isDown = at === 2
      const face = { fill: isDown ? c.blue : c.white, stroke: isDown ? c.blue : c.ink, width: 6 }
      return [
        isDown ? '' : box(x, 376, 188, 188, 34, { fill: c.ink, stroke: c.ink, width: 6 }),
        box(x, isDown ? 376 : 350, 188, 188, 34, face),
        box(x + 62, (isDown ? 376 : 350) + 81, 64, 26, 8, { fill: isDown ? c.white : c.ink }),
      ]
    }),
  },
  // A document; an arrow leads one line out of it.
  'one-line-leaves': {
    background: c.ink,
    shapes: [
      box(300, 170, 620, 560, 36, { fill: c.night, stroke: '#4d453e', width: 6 }),
      words(366, 252, [180, 240], '#5f564d'),
      words(366, 332, [110, 300], '#5f564d'),
      words(366, 412, [260, 90], '#5f564d'),
      words(366, 492, [150, 180], c.sky),
      words(366, 572, [220, 130], '#5f564d'),
      words(366, 652, [90, 240], '#5f564d'),
      path('M760 505h560', { stroke: c.sky, width: 10 }),
      path('M1264 449l60 56-60 56', { stroke: c.sky, width: 10 }),
    ],
  },
  // Three squares, each smaller than the one before.
  'smaller-square': {
    background: c.clay,
    shapes: [
      box(500, 150, 600, 600, 40, { stroke: '#e0a88f', width: 8 }),
      box(500, 322, 428, 428, 34, { stroke: '#e0a88f', width: 8 }),
      box(500, 424, 326, 326, 28, { fill: c.white }),
    ],
  },
  // Bars from the longest to the shortest; the first is marked.
  'best-first': {
    background: c.mist,
    shapes: [
      ...range(6).flatMap((at) => [
        disc(368, 195 + at * 102, 20, { fill: at === 0 ? c.blue : '#a9b4d9' }),
        box(430, 169 + at * 102, 800 - at * 122, 52, 16, { fill: at === 0 ? c.blue : '#a9b4d9' }),
      ]),
      box(1262, 155, 12, 80, 6, { fill: c.ink }),
    ],
  },
  // A hard disk with a marked sector.
  'own-disk': {
    background: c.sand,
    shapes: [
      disc(800, 450, 320, { fill: c.ink }),
      ...[280, 236, 192, 148].map((r) => disc(800, 450, r, { stroke: '#4d453e', width: 8 })),
      path('M800 450L1018 216A320 320 0 0 1 1110 374z', { fill: c.blue }),
      disc(800, 450, 104, { fill: c.sand }),
      disc(800, 450, 34, { fill: c.ink }),
    ],
  },
  // A bar of twelve units, partly used.
  'twelve-units': {
    background: c.ink,
    shapes: [
      box(200, 330, 1200, 200, 20, { fill: '#3a332d' }),
      ...[
        [200, 26],
        [232, 26],
        [264, 84],
        [354, 114],
        [474, 104],
      ].map(([x = 0, w = 0], at) => box(x, 330, w, 200, 8, { fill: at % 2 ? c.sky : '#5f7af0' })),
      ...range(13).map((at) =>
        box(196 + at * 100, 574, 8, at % 3 ? 28 : 52, 4, { fill: at % 3 ? '#5f564d' : c.sand }),
      ),
    ],
  },
}
