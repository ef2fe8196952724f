import { randomInt } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import type { ProfileRepository } from '../store/profile-repository.ts'

type Words = readonly [first: readonly string[], second: readonly string[], between: string]

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

/** Pleasant names in a language, each another. */
export function recommendNames(language: Language, count: number): string[] {
  const [firsts, seconds, between] = words[language]
  const names = new Set<string>()
  while (names.size < count) names.add(`${pick(firsts)}${between}${pick(seconds)}`)
  return [...names]
}

/** User names that nobody has right now. */
export async function recommendUsernames(
  store: ProfileRepository,
  count: number,
): Promise<string[]> {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = Array.from({ length: count }, drawUsername)
    const taken = await store.taken(drawn)
    for (const name of drawn) if (!taken.has(name) && free.size < count) free.add(name)
  }
  return [...free]
}

function drawUsername(): string {
  const [firsts, seconds] = words.en
  return `${pick(firsts)}-${pick(seconds)}-${randomInt(100, 100_000)}`.toLowerCase()
}

function pick(list: readonly string[]): string {
  return list[randomInt(list.length)] ?? ''
}
