import type { EnterpriseMessages } from '../enterprise-messages.ts'
import { activity } from './enterprise-activity.ts'
import { rules } from './enterprise-rules.ts'
import { transfer } from './enterprise-transfer.ts'
import { invitations, many } from './enterprise-invitations.ts'
import { members } from './enterprise-members.ts'
import { roles } from './enterprise-roles.ts'
import { settings } from './enterprise-settings.ts'

/** Messages of the console of an organization, in Japanese. */
export const enterprise: EnterpriseMessages = {
  tabs: {
    members: 'メンバー',
    roles: 'ロール',
    rules: 'ルール',
    activity: '操作履歴',
    'hand-over': '引き継ぎ',
    settings: '設定',
  },
  tabsLabel: '組織の管理項目',
  loading: '組織を読み込んでいます…',
  signedOutText: '組織を管理するにはサインインしてください。',
  endedText: (organization: string): string =>
    `「${organization}」でのセッションが終了しました。期限が切れたか、組織が引き継がれたか、組織またはあなたのメンバー資格が凍結または削除されています。サインインすると確認できます。`,
  failed: '組織を読み込めませんでした',
  choose: '組織を選ぶ',
  chooseText: '現在は個人として操作しています。管理する組織を選んでください。',
  frozen: '凍結中',
  reopen: '凍結を解除',
  frozenText:
    '組織またはあなたのメンバー資格が凍結されている間は、その組織で操作できません。組織の凍結は管理責任者が、メンバーの凍結は管理者が解除できます。',
  noOrganization: '所属している組織はありません',
  noOrganizationText:
    'ここで作成すると、あなたが管理責任者になります。届いた招待はアカウント設定にあります。',
  createOrganization: '組織を作成',
  founded: (name) => `${name}を作成しました。一緒に働く人を招待してください。`,
  elsewhere: (name) =>
    name === ''
      ? 'このブラウザは別の立場に切り替わりました'
      : `このブラウザは${name}に切り替わりました`,
  elsewhereText: '別のタブで切り替えられたため、ここでは何も変更していません。',
  proceed: '新しい立場で続ける',
  noRight: 'この項目は表示できません',
  noRightText: (right, organization) =>
    `「${right}」の権限が必要です。${organization}の管理者に依頼してください。`,
  table: {
    search: '検索',
    filters: (count) => (count === 0 ? '絞り込み' : `絞り込み（${count}）`),
    all: 'すべて',
    found: (count, isMore) => (isMore ? '1,000件以上' : `${count.toLocaleString('ja')}件`),
    inAll: (count) => `全${count.toLocaleString('ja')}件`,
    loading: '読み込んでいます…',
    nothing: '見つかりませんでした',
    nothingText: '検索する言葉を変えるか、絞り込みを解除してください。',
    clear: '絞り込みを解除',
    pages: 'ページ',
    page: (page) => `${page}ページ`,
    previous: '前へ',
    next: '次へ',
    chooseOne: (name) => `${name}を選択`,
    chooseShown: 'このページをすべて選択',
    chooseFirst: (count) => `先頭の${count.toLocaleString('ja')}件を選択`,
    chooseAll: (count) => `${count.toLocaleString('ja')}件すべてを選択`,
    chosen: (count) => `${count.toLocaleString('ja')}件を選択中`,
    chooseNone: '選択を解除',
    edit: '開く',
    actions: '操作',
  },
  effect: {
    loading: '影響を調べています…',
    changes: (count) =>
      count === 0 ? '変更はありません。' : `${count.toLocaleString('ja')}人が対象です。`,
    sessions: (count) =>
      count === 0
        ? 'サインアウトされる人はいません。'
        : `${count.toLocaleString('ja')}件のセッションがすぐに終了します。`,
    progress: (done, all) => `${all.toLocaleString('ja')}件中${done.toLocaleString('ja')}件`,
  },
  comma: '、',
  colon: '：',
  save: '保存',
  back: '戻る',
  copy: 'コピー',
  copied: 'コピーしました',
  never: 'なし',
  members,
  invitations,
  many,
  roles,
  rules,
  activity,
  transfer,
  settings,
}
