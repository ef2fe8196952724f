import type { Hints } from '../lib/systems.ts'

/** Chromium's client hints, which TypeScript's own types leave out. */
export interface UserAgentData {
  platform: string
  getHighEntropyValues(hints: string[]): Promise<{ architecture?: string }>
}

/** What a browser tells at once about the computer it runs on; the processor takes longer. */
export function hintsOf(browser: Navigator & { userAgentData?: UserAgentData }): Hints {
  const { userAgent, userAgentData, maxTouchPoints: touchPoints } = browser
  return { userAgent, platform: userAgentData?.platform, touchPoints }
}
