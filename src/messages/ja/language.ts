import type { Messages } from '../messages.ts'

/** What the site must know about Japanese. */
export const language: Messages['language'] = {
  name: '日本語',
  openGraphLocale: 'ja_JP',
  hasSpaces: false,
}
