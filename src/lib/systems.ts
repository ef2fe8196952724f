/** Systems that the product is built for, in the order they are listed. */
export const systems = ['macos', 'windows', 'linux'] as const

/** A system the product is built for. */
export type System = (typeof systems)[number]

/** How the systems are called everywhere. */
export const systemNames: Record<System, string> = {
  macos: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
}

/** Processors that the product is built for. */
export const processors = ['arm64', 'x64'] as const

/** A processor the product is built for. */
export type Processor = (typeof processors)[number]

/** What a browser tells about the computer it runs on. */
export interface Hints {
  userAgent: string
  /** `navigator.userAgentData.platform`, where there is such a thing. */
  platform?: string | undefined
  /** `architecture` and `bitness` of `getHighEntropyValues()`. */
  architecture?: string | undefined
  /** Fingers that the screen can tell apart: tablets call themselves desktop computers. */
  touchPoints?: number
}

/** The computer of a visitor; undefined for phones, tablets and what is not known. */
export interface Computer {
  system: System
  /** Undefined where the browser does not tell: both are offered then. */
  processor: Processor | undefined
}

/** Reads the computer out of what a browser tells; never guesses. */
export function computerOf(hints: Hints): Computer | undefined {
  const { userAgent, platform = '', architecture, touchPoints = 0 } = hints
  if (/Android|iPhone|iPad|iPod|Mobile|CrOS/.test(userAgent)) return undefined
  const told = `${platform} ${userAgent}`
  if (/macOS|Mac OS X|Macintosh/.test(told)) {
    // iPadOS asks for desktop pages by the name of a Mac; no Mac has a touch screen.
    if (touchPoints > 1) return undefined
    return { system: 'macos', processor: processorOf(architecture) }
  }
  if (/Windows/.test(told)) return { system: 'windows', processor: processorOf(architecture) }
  if (/Linux|X11/.test(told)) {
    const named = /aarch64|arm64/i.test(userAgent) ? 'arm' : architecture
    return { system: 'linux', processor: processorOf(named) ?? x64In(userAgent) }
  }
  return undefined
}

function processorOf(architecture: string | undefined): Processor | undefined {
  if (architecture === 'arm') return 'arm64'
  return architecture === 'x86' ? 'x64' : undefined
}

// Only Linux browsers write their processor honestly; others say Intel or Win64 on every machine.
function x64In(userAgent: string): Processor | undefined {
  return /x86_64/.test(userAgent) ? 'x64' : undefined
}
