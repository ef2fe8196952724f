import { randomInt } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import type { ProfileRepository } from '../store/profile-repository.ts'

type Words = readonly [adjectives: readonly string[], nouns: readonly string[], separator: string]

const words: Record<Language, Words> = {
  en: [
    'Quiet Amber Gentle Brave Early Golden Misty Calm Bright Drifting Silver Curious'.split(' '),
    'Otter Maple Heron Harbor Lantern Meadow Willow Comet Pebble River Sparrow Cedar'.split(' '),
    ' ',
  ],
  ja: [
    'しずかな あかるい やさしい こがねの あさの かぜの ほしの みどりの ゆきの はるの'.split(' '),
    'カワウソ もみじ かもめ みなと ランタン やなぎ こいし すずめ すぎの木 小川'.split(' '),
    '',
  ],
  zh: [
    '安静的 明亮的 温柔的 金色的 清晨的 微风里的 星光下的 青绿的 好奇的 自在的'.split(' '),
    '水獭 枫叶 白鹭 港湾 灯笼 草地 柳树 彗星 卵石 小河 麻雀 雪松'.split(' '),
    '',
  ],
}

/** Returns distinct random display names. */
export function recommendNames(language: Language, count: number): string[] {
  const [adjectives, nouns, separator] = words[language]
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
  const [adjectives, nouns] = words.en
  return `${pick(adjectives)}-${pick(nouns)}-${randomInt(100, 100_000)}`.toLowerCase()
}

function pick(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? ''
}
