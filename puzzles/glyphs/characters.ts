import type { Language } from './language.ts'

/**
 * Well-known characters by language. Those of one line look alike when rotated or worn, so a picture
 * shows at most one of them.
 */
const families: Readonly<Record<Language, readonly string[]>> = {
  en: ['A4', 'B8E3', 'CG69', 'D', 'FPR', 'HNKX', 'J', 'MW', 'S5', 'T7', 'UVY', 'Z2'],
  zh: [
    '山',
    '水小永',
    '火',
    '木米禾本',
    '日目田白月',
    '天大人',
    '土王玉',
    '石右',
    '雨',
    '云',
    '风',
    '花草',
    '鱼',
    '鸟马',
    '牛午',
    '羊',
    '车',
    '门',
    '手',
    '心',
    '足',
    '星',
    '书',
    '飞',
    '竹',
    '衣',
    '舟',
    '雪',
    '春',
    '弓',
    '冬',
    '耳',
  ],
  ja: [
    'あお',
    'かや',
    'きさ',
    'くへ',
    'け',
    'すむ',
    'せ',
    'たな',
    'てそ',
    'と',
    'の',
    'ひ',
    'ふ',
    'まも',
    'み',
    'ゆ',
    'よ',
    'るろ',
    'れわね',
    'え',
    '山',
    '水',
    '火',
    '木本',
    '日月田',
    '花',
    '空',
    '雨雪',
    '星',
    '川',
    '犬',
    '鳥馬',
    '魚',
    '車',
    '門',
    '海',
  ],
}

/** Families whose members look alike when rotated and bent. */
const turned: readonly (readonly [family: string, other: string])[] = [['HNKX', 'Z2']]

/** Returns every character of a language with the index of its family. */
export function charactersOf(language: Language): { character: string; family: number }[] {
  const all = families[language]
  return all.flatMap((members, n) => {
    const [like] = turned.find(([, other]) => other === members) ?? []
    const family = like === undefined ? n : all.indexOf(like)
    return [...members].map((character) => ({ character, family }))
  })
}
