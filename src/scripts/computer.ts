import type { Hints } from '../lib/systems.ts'

/** Chromium's client hints, missing in TypeScript's own types. */
export interface UserAgentData {
  platform: string
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string }>
}

/** Returns what a browser tells at once; the processor needs another request. */
export function hintsOf(browser: Navigator & { userAgentData?: UserAgentData }): Hints {
  const { userAgent, userAgentData, maxTouchPoints: touchPoints } = browser
  return { userAgent, platform: userAgentData?.platform, touchPoints }
}
