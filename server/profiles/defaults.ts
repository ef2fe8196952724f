import { loadSharp } from './sharp.ts'

/** Kind of default picture. */
export type DefaultKind = 'avatar' | 'background'

const AVATARS = 12
const BACKGROUNDS = 6
const AVATAR_PX = 256
const BACKGROUND = { width: 1200, height: 400 }

const palettes = [
  ['#dfe8f5', '#3a63a8', '#f0b54a'],
  ['#fde7d8', '#b0512a', '#31706a'],
  ['#e2f1e4', '#2f7a4d', '#e58b4c'],
  ['#f6e3ee', '#8d3a70', '#3f7fb0'],
  ['#ece6f7', '#5c469c', '#e0a33b'],
  ['#fbf0cf', '#8a6a12', '#a3425b'],
] as const

const cache = new Map<string, Promise<Uint8Array>>()

/** Returns the keys of the default pictures of a kind. */
export function defaultKeys(kind: DefaultKind): string[] {
  const count = kind === 'avatar' ? AVATARS : BACKGROUNDS
  return Array.from({ length: count }, (_, index) => `default-${kind}-${index + 1}`)
}

/** Returns whether a key is that of a default picture, by default of any kind. */
export function isDefaultKey(key: string, kind?: DefaultKind): boolean {
  const kinds: readonly DefaultKind[] = kind === undefined ? ['avatar', 'background'] : [kind]
  return kinds.some((one) => defaultKeys(one).includes(key))
}

/** Returns a default picture as WebP, which is drawn on first use; undefined for another key. */
export async function readDefault(key: string): Promise<Uint8Array | undefined> {
  if (!isDefaultKey(key)) return undefined
  let picture = cache.get(key)
  if (picture === undefined) {
    picture = encode(draw(key))
    cache.set(key, picture)
    picture.catch(() => cache.delete(key))
  }
  return await picture
}

async function encode(drawing: string): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return await sharp(Buffer.from(drawing)).webp({ quality: 90 }).toBuffer()
}

function draw(key: string): string {
  const number = Number(key.slice(key.lastIndexOf('-') + 1)) - 1
  const palette = palettes[number % palettes.length] ?? palettes[0]
  return key.includes('avatar') ? avatar(number, palette) : background(number, palette)
}

type Palette = readonly [ground: string, figure: string, accent: string]

// Simple shapes with an accent, none of which resembles a face.
function avatar(number: number, [ground, figure, accent]: Palette): string {
  const figures = [
    `<circle cx="128" cy="150" r="74" fill="${figure}"/><circle cx="182" cy="74" r="30" fill="${accent}"/>`,
    `<path d="M40 216 128 64l88 152z" fill="${figure}"/><circle cx="70" cy="76" r="28" fill="${accent}"/>`,
    `<rect x="60" y="84" width="136" height="136" rx="40" fill="${figure}"/><circle cx="128" cy="84" r="40" fill="${accent}"/>`,
    `<path d="M32 196a96 96 0 0 1 192 0z" fill="${figure}"/><rect x="108" y="44" width="40" height="64" rx="20" fill="${accent}"/>`,
    `<circle cx="96" cy="128" r="60" fill="${figure}"/><circle cx="164" cy="128" r="60" fill="${accent}" fill-opacity=".85"/>`,
    `<path d="M128 44 212 128 128 212 44 128z" fill="${figure}"/><circle cx="128" cy="128" r="30" fill="${accent}"/>`,
    `<path d="M48 208V120a80 80 0 0 1 160 0v88z" fill="${figure}"/><circle cx="128" cy="128" r="34" fill="${accent}"/>`,
  ]
  return svg(AVATAR_PX, AVATAR_PX, ground, figures[number % figures.length] ?? '')
}

// Three rows of hills behind each other, and a sun.
function background(number: number, [ground, figure, accent]: Palette): string {
  const { width, height } = BACKGROUND
  const sun = 160 + ((number * 397) % 880)
  const hills = [0.3, 0.55, 1].map((opacity, row) => {
    const top = 210 + row * 55
    const start = -(((number + row) * 131) % 200)
    const wave = 'q100 -70 200 0q100 70 200 0'.repeat(3)
    return `<path d="M${start} ${top}${wave}q100 -70 200 0V${height}H-200z" fill="${figure}" fill-opacity="${opacity}"/>`
  })
  const disc = `<circle cx="${sun}" cy="120" r="54" fill="${accent}"/>`
  return svg(width, height, ground, disc + hills.join(''))
}

function svg(width: number, height: number, ground: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${body}</svg>`
}
