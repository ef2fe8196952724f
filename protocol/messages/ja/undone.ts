import type { UndoneMessages } from '../en/undone.ts'

/** Sentences about what an objection took back, in Japanese. */
export const undoneMessages: UndoneMessages = {
  former_address: (name) => `${name}がアカウントに戻りました。`,
  former_address_taken: (name) =>
    `${name}は別のアカウントで使われています。サポートへご連絡ください。`,
  address: (name) => `${name}を削除しました。`,
  address_kept: (name) =>
    `追加された${name}が唯一のサインイン方法のため、残っています。ご自身のものでない場合は、サポートへご連絡ください。`,
  connection: (name) => `${name}の連携を解除しました。`,
  connection_kept: (name) =>
    `連携された${name}が唯一のサインイン方法のため、残っています。ご自身のものでない場合は、サポートへご連絡ください。`,
  method: (name) => `認証アプリ${name}を削除しました。`,
  recovery_codes: () =>
    '新しいリカバリーコードは使えなくなりました。アカウントページで作り直してください。',
  recovery_code_used: () =>
    'リカバリーコードが1つ使われました。ほかのコードも知られているおそれがあるため、アカウントページで作り直してください。',
  passkey: (name) => `パスキー${name}を削除しました。`,
  level: () => 'サインイン時の確認は元に戻りました。',
  recovery: () => 'アカウントの回復を取り消しました。',
  program: (name) => `「${name}」の許可を取り消しました。`,
  password: () => 'パスワードを使えなくしました。',
  name: (name) => `名前を${name}に戻しました。`,
  user_name: (name) =>
    name === '' ? 'ユーザー名を削除しました。' : `ユーザー名を${name}に戻しました。`,
  user_name_taken: (name) =>
    `ユーザー名${name}はほかの人が使っています。別のユーザー名をお選びください。`,
  membership: (name) => `${name}のメンバーではなくなりました。`,
  organization_kept: (name) => `${name}の管理責任者になっています。不要な場合は削除してください。`,
  organization_acts: (name) =>
    `${name}であなたの名前による操作がありました。その後に送られた招待は取り消しました。メンバーと記録を確認してください。`,
}
