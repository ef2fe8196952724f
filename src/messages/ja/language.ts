import type { Messages } from '../messages.ts'

/** Facts about Japanese for the site. */
export const language: Messages['language'] = {
  name: '日本語',
  openGraphLocale: 'ja_JP',
  hasSpaces: false,
}
