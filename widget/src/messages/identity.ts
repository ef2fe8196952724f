import type { Language } from '#protocol/common-params.ts'

const en = {
  title: 'Continue as',
  intro: 'You can act for more than one account. Choose which.',
  loading: 'Looking up your accounts…',
  oneself: 'Personal account',
  frozen: 'Frozen',
  current: 'In use',
  alone: 'There is no other account that you can use here.',
  unnamed: 'Without a name',
  fresh: 'New here?',
  freshText: 'There is no account for this address yet. Shall we make one?',
  make: 'Create account',
  other: 'Use another account',
}

/** Texts of choosing an identity; they come with its screen. */
export const identityTexts: Record<Language, typeof en> = {
  en,
  ja: {
    title: '使うアカウントを選ぶ',
    intro: '複数のアカウントを利用できます。どれを使うか選んでください。',
    loading: '利用できるアカウントを調べています…',
    oneself: '個人アカウント',
    frozen: '凍結中',
    current: '使用中',
    alone: 'ほかに利用できるアカウントはありません。',
    unnamed: '名前なし',
    fresh: 'はじめての方ですか？',
    freshText: 'この宛先のアカウントはまだありません。作成しますか？',
    make: 'アカウントを作成',
    other: '別のアカウントを使う',
  },
  zh: {
    title: '选择身份',
    intro: '您可以使用多个账号，请选择一个。',
    loading: '正在查询可用的身份…',
    oneself: '个人账号',
    frozen: '已冻结',
    current: '使用中',
    alone: '您在这里没有其他身份。',
    unnamed: '未命名',
    fresh: '第一次来？',
    freshText: '此地址还没有账号，要注册吗？',
    make: '注册账号',
    other: '使用其他账号',
  },
}
