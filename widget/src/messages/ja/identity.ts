import type { Messages } from '../messages.ts'

/** Messages of choosing whom to act for, in Japanese. */
export const identity: Messages['identity'] = {
  title: '使うアカウントを選ぶ',
  intro: '複数のアカウントを利用できます。どれを使うか選んでください。',
  loading: '利用できるアカウントを調べています…',
  oneself: '個人アカウント',
  frozen: '凍結中',
  current: '使用中',
  noOther: 'ほかに利用できるアカウントはありません。',
  unnamed: '名前なし',
  noAccount: 'はじめての方ですか？',
  noAccountText: 'このアドレスのアカウントはまだありません。作成しますか？',
  createAccount: 'アカウントを作成',
  otherAccount: '別のアカウントを使う',
}
