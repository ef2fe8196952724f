import type { Language } from '#protocol/common-params.ts'
import { levelForm } from '#protocol/forms.ts'
import type { Level } from '#protocol/sign-in-methods.ts'

/**
 * Returns the page that raises a session to a level by a code, and leads on from there; with `isOld` it asks
 * for one although the level is reached.
 */
export function levelAddress(
  { app, language }: { app: { aid: number }; language: Language },
  level: Level,
  next: string,
  isOld = false,
): string {
  const prompt = isOld ? { prompt: 'recent' } : {}
  const query = { aid: String(app.aid), language, level: String(level), next, ...prompt }
  return `${levelForm.path}?${new URLSearchParams(query).toString()}`
}
