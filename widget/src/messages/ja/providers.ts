import type { Messages } from '../messages.ts'

/** Messages beside the buttons of providers, in Japanese. */
export const providers: Messages['providers'] = {
  or: 'または',
  with: (title) => `${title}で続ける`,
  lastUsed: '前回使用',
  withLast: (title) => `${title}で続ける（前回使用）`,
}
