import type { Messages } from '../messages.ts'

/** Messages beside the buttons of providers, in Chinese. */
export const providers: Messages['providers'] = {
  or: '或',
  with: (title) => `使用 ${title} 继续`,
  lastUsed: '上次使用',
  withLast: (title) => `使用 ${title} 继续（上次使用）`,
}
