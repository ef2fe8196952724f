import type { TokenMessages } from '../en/tokens.ts'

/** Messages of the page about tokens of the admin API, in Japanese. */
export const tokenMessages: TokenMessages = {
  title: 'トークン',
  none: 'トークンはありません。',
  name: '名前',
  token: 'トークン',
  scopes: 'スコープ',
  scopesHint: (scopes) => `コンマ区切り：${scopes}`,
  networks: 'ネットワーク',
  networksHint: '例：10.0.0.0/8。コンマ区切り。空の場合はすべて',
  app: 'アプリケーション',
  appHint: '対象を1つに限る場合の番号。空の場合はすべて',
  until: '最終日',
  untilHint: '例：2027-03-31。1年先まで',
  used: '最後の使用',
  state: '状態',
  valid: '有効',
  ended: '終了',
  expired: '期限切れ',
  add: '管理API用のトークンを作成',
  end: 'トークンを終了',
  acts: {
    add: { act: 'トークンを作成', done: 'トークンを作成しました。' },
    end: { act: '終了する', done: 'トークンを終了しました。' },
  },
}
