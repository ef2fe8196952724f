import { randomInt } from 'node:crypto'
import { type Language, mainLanguage } from '#protocol/languages.ts'
import { serverMessages } from '../messages/all-messages.ts'
import type { ProfileRepository } from '../store/profile-repository.ts'

/** Returns distinct random display names. */
export function recommendNames(language: Language, count: number): string[] {
  const { adjectives, nouns, separator } = serverMessages[language].displayNames
  const names = new Set<string>()
  while (names.size < count) names.add(`${pick(adjectives)}${separator}${pick(nouns)}`)
  return [...names]
}

/** Returns distinct random usernames that no account has. */
export async function recommendUsernames(
  repository: ProfileRepository,
  count: number,
): Promise<string[]> {
  const available = new Set<string>()
  while (available.size < count) {
    const candidates = Array.from({ length: count }, randomUsername)
    const taken = await repository.taken(candidates)
    for (const name of candidates) {
      if (!taken.has(name) && available.size < count) available.add(name)
    }
  }
  return [...available]
}

function randomUsername(): string {
  const { adjectives, nouns } = serverMessages[mainLanguage].displayNames
  return `${pick(adjectives)}-${pick(nouns)}-${randomInt(100, 100_000)}`.toLowerCase()
}

function pick(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? ''
}
