import type { Language } from '../../glyphs/language.ts'

/** Names of the objects by language. */
export const names = {
  mug: { en: 'the cup', ja: 'カップ', zh: '杯子' },
  teapot: { en: 'the teapot', ja: 'ティーポット', zh: '茶壶' },
  bottle: { en: 'the bottle', ja: 'びん', zh: '瓶子' },
  apple: { en: 'the apple', ja: 'りんご', zh: '苹果' },
  banana: { en: 'the banana', ja: 'バナナ', zh: '香蕉' },
  doughnut: { en: 'the doughnut', ja: 'ドーナツ', zh: '甜甜圈' },
  pumpkin: { en: 'the pumpkin', ja: 'かぼちゃ', zh: '南瓜' },
  book: { en: 'the book', ja: '本', zh: '书' },
  lamp: { en: 'the lamp', ja: 'ランプ', zh: '台灯' },
  chair: { en: 'the chair', ja: '椅子', zh: '椅子' },
  hat: { en: 'the hat', ja: '帽子', zh: '帽子' },
  candle: { en: 'the candle', ja: 'ろうそく', zh: '蜡烛' },
  mushroom: { en: 'the mushroom', ja: 'きのこ', zh: '蘑菇' },
  pencil: { en: 'the pencil', ja: '鉛筆', zh: '铅笔' },
  key: { en: 'the key', ja: '鍵', zh: '钥匙' },
  cactus: { en: 'the cactus', ja: 'サボテン', zh: '仙人掌' },
  clock: { en: 'the clock', ja: '時計', zh: '钟' },
  spectacles: { en: 'the glasses', ja: 'めがね', zh: '眼镜' },
  car: { en: 'the car', ja: '車', zh: '汽车' },
  house: { en: 'the house', ja: '家', zh: '房子' },
  die: { en: 'the dice', ja: 'サイコロ', zh: '骰子' },
  ball: { en: 'the ball', ja: 'ボール', zh: '球' },
  snowman: { en: 'the snowman', ja: '雪だるま', zh: '雪人' },
  duck: { en: 'the duck', ja: 'アヒル', zh: '鸭子' },
  boat: { en: 'the boat', ja: '船', zh: '船' },
  tree: { en: 'the tree', ja: '木', zh: '树' },
  crown: { en: 'the crown', ja: '王冠', zh: '皇冠' },
  present: { en: 'the present', ja: 'プレゼント', zh: '礼物' },
} satisfies Record<string, Record<Language, string>>

/** Name of an object. */
export type Thing = keyof typeof names

/** Names of all objects. */
export const thingList = Object.keys(names) as Thing[]
