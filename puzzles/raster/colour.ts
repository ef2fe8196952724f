/** Red, green and blue in [0, 1], gamma-encoded. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Limits a value to a range. */
export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value
}

/** Smoothstep: 0 at `low`, 1 at `high`; `low` may be greater than `high`. */
export function smooth(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** Mixes two colours; a share of 0 is the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** Multiplies a colour; the result may leave [0, 1]. */
export function scale(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

function encode(linear: number): number {
  const value = clamp(linear)
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

/** Returns an OKLCH colour by lightness, chroma and hue in degrees. */
export function tone(lightness: number, strength: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180
  const a = Math.cos(angle) * strength
  const b = Math.sin(angle) * strength
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Interpolates a list of colours spread evenly over [0, 1]. */
export function along(colours: readonly Colour[], position: number): Colour {
  const last = colours.length - 1
  const place = clamp(position) * last
  const index = Math.min(Math.floor(place), last - 1)
  const from = colours[index]
  const to = colours[index + 1]
  if (!from || !to) throw new Error('A gradient needs at least two colours.')
  return mix(from, to, place - index)
}
