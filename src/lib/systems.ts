/** Supported systems, in order of the list. */
export const systems = ['macos', 'windows', 'linux'] as const

/** A supported system. */
export type System = (typeof systems)[number]

/** Names of the systems in all languages. */
export const systemNames: Record<System, string> = {
  macos: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
}

/** Supported processors. */
export const processors = ['arm64', 'x64'] as const

/** A supported processor. */
export type Processor = (typeof processors)[number]

/** Properties of a browser that reveal its computer. */
export interface Hints {
  userAgent: string
  /** `navigator.userAgentData.platform`, where it exists. */
  platform?: string | undefined
  /** `architecture` and `bitness` of `getHighEntropyValues()`. */
  architecture?: string | undefined
  /** `maxTouchPoints`: tablets call themselves desktop computers. */
  touchPoints?: number
}

/** The visitor's computer. */
export interface Computer {
  system: System
  /** Undefined where the browser does not tell: both are offered. */
  processor: Processor | undefined
}

/**
 * Determines the computer from what a browser reveals; undefined for phones, tablets and unknown
 * systems.
 */
export function computerOf(hints: Hints): Computer | undefined {
  const { userAgent, platform = '', architecture, touchPoints = 0 } = hints
  if (/Android|iPhone|iPad|iPod|Mobile|CrOS/.test(userAgent)) return undefined
  const description = `${platform} ${userAgent}`
  if (/macOS|Mac OS X|Macintosh/.test(description)) {
    // iPadOS identifies as macOS, but no Mac has a touch screen.
    if (touchPoints > 1) return undefined
    return { system: 'macos', processor: processorOf(architecture) }
  }
  if (/Windows/.test(description))
    return { system: 'windows', processor: processorOf(architecture) }
  if (/Linux|X11/.test(description)) {
    const named = /aarch64|arm64/i.test(userAgent) ? 'arm' : architecture
    return { system: 'linux', processor: processorOf(named) ?? x64In(userAgent) }
  }
  return undefined
}

function processorOf(architecture: string | undefined): Processor | undefined {
  if (architecture === 'arm') return 'arm64'
  return architecture === 'x86' ? 'x64' : undefined
}

// Only browsers on Linux report their processor truthfully.
function x64In(userAgent: string): Processor | undefined {
  return /x86_64/.test(userAgent) ? 'x64' : undefined
}
