import { colours } from '#protocol/theme.ts'
import type { Config } from '../config/config.ts'
import type { AppSettings } from '../store/app-settings.ts'

/** A colour for buttons and links, and the colour of text on it. */
export interface Accent {
  readonly colour: string
  readonly ink: string
}

/** Name and look of an application in mails and on plain pages. */
export interface Brand {
  readonly name: string
  /** Whether the application is known by another name than the server. */
  readonly hasOwnName: boolean
  /** Address of a picture; empty where the name stands for it. */
  readonly logo: string
  readonly hasOwnColour: boolean
  readonly accent: Readonly<Record<'light' | 'dark', Accent>>
  /** Sender of mails. */
  readonly sender: string
}

/** Least contrast of text with its background (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5
const MIX_STEPS = 20

/** Returns the brand of an application; what it leaves open is the server's. */
export function brandOf(
  config: Pick<Config, 'PRODUCT_NAME' | 'MAIL_FROM'>,
  settings?: AppSettings,
): Brand {
  return {
    name: settings?.brand_name || config.PRODUCT_NAME,
    hasOwnName: Boolean(settings?.brand_name),
    logo: settings?.brand_logo ?? '',
    hasOwnColour: Boolean(settings?.brand_colour),
    accent: settings?.brand_colour ? accentsOf(settings.brand_colour) : ownAccents,
    sender: settings?.mail_from || config.MAIL_FROM,
  }
}

const ownAccents: Brand['accent'] = {
  light: { colour: colours.accent.light, ink: colours['accent-ink'].light },
  dark: { colour: colours.accent.dark, ink: colours['accent-ink'].dark },
}

function accentsOf(colour: string): Brand['accent'] {
  const accent = (surface: string, target: string): Accent => {
    const readable = readableOn(colour, surface, target)
    const ink = contrast(readable, '#ffffff') >= LEAST_CONTRAST ? '#ffffff' : '#000000'
    return { colour: readable, ink }
  }
  return {
    light: accent(colours.surface.light, '#000000'),
    dark: accent(colours.surface.dark, '#ffffff'),
  }
}

/** Mixes a colour with `target` until text in it can be read on `surface`. */
function readableOn(colour: string, surface: string, target: string): string {
  for (let step = 0; step < MIX_STEPS; step++) {
    const mixed = mix(colour, target, step / MIX_STEPS)
    if (contrast(mixed, surface) >= LEAST_CONTRAST) return mixed
  }
  return target
}

function mix(colour: string, target: string, share: number): string {
  const goal = channelsOf(target)
  const mixed = channelsOf(colour).map((value, at) => value + ((goal[at] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
