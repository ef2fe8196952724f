import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about the members of an organization, in Japanese. */
export const members: EnterpriseMessages['members'] = {
  title: 'メンバー',
  name: '名前',
  address: '連絡先',
  id: 'メンバー番号',
  rolesOf: 'ロール',
  lastSeen: '最終サインイン',
  state: '状態',
  current: 'メンバーと承諾待ち',
  states: { active: '有効', frozen: '凍結中' },
  you: '（自分）',
  actionsFor: (name) => `${name}の操作`,
  copyAddress: '連絡先をコピー',
  moreWaiting: (count) => `承諾待ちの招待${count.toLocaleString('ja')}件をすべて表示`,
  empty: 'メンバーはまだいません',
  emptyText: '招待した人が承諾すると、ここに表示されます。',
  count: (count) => `${count.toLocaleString('ja')}人`,
  saved: (name) => `${name}を保存しました。`,
  self: '自分のロールと状態は、ほかの管理者が変更します。',
  isManager: '管理責任者は、引き継ぎが済むまで変更できません。',
  exceeds: (rights) => `次の権限がないため変更できません：${rights}`,
  giveRole: 'ロールを付与',
  takeRole: 'ロールを外す',
  freeze: {
    title: (who) => `${who}を凍結しますか？`,
    text: (organization) =>
      `凍結中は${organization}で操作できず、送信済みの招待は取り消されます。あとで解除できます。`,
    button: '凍結',
    done: (who) => `${who}を凍結しました。`,
  },
  unfreeze: {
    title: (who) => `${who}の凍結を解除しますか？`,
    text: (organization) => `${organization}で再び操作できるようになります。`,
    button: '凍結を解除',
    done: (who) => `${who}の凍結を解除しました。`,
  },
  remove: {
    title: (who) => `${who}を外しますか？`,
    text: (organization) =>
      `${organization}のメンバーではなくなります。本人のアカウントは残り、もう一度招待できます。`,
    button: '組織から外す',
    done: (who) => `${who}を組織から外しました。`,
  },
  give: {
    title: (role, who) => `${who}に「${role}」を付与しますか？`,
    text: (rights) => `このロールには権限が${rights}個あります。`,
    button: '付与する',
    done: (role, who) => `${who}に「${role}」を付与しました。`,
  },
  take: {
    title: (role, who) => `${who}から「${role}」を外しますか？`,
    text: (rights) => `このロールには権限が${rights}個あります。`,
    button: '外す',
    done: (role, who) => `${who}から「${role}」を外しました。`,
  },
}
