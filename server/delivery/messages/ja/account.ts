import type { AccountMessages } from '../en/account.ts'

/** Messages of an account as a whole, in Japanese. */
export const accountMessages: AccountMessages = {
  closing_started: {
    subject: '{product}アカウントは{date}に削除されます',
    text: 'すべての端末からサインアウトされました。{date}に、{product}アカウントと関連するデータがすべて削除されます。\n\n取り消す場合や心当たりがない場合は、その時刻までにサインインして、アカウントを残すことを選んでください。',
    action: 'アカウントを残す',
    sms: '{product}: アカウントは{date}に削除されます。取り消す場合: {loginPage}',
  },
  account_erased: {
    subject: '{product}アカウントを削除しました',
    text: '{product}アカウントと関連するデータをすべて削除しました。このアカウントについてのお知らせはこれが最後です。',
    sms: '{product}: アカウントを削除しました。',
  },
  address_restored: {
    subject: '{product}アカウントのアドレスが元に戻りました',
    text: 'アドレスの変更に心当たりがないとのご連絡があり、{address}が{product}アカウントに戻りました。すべての端末からサインアウトされています。\n\n続いて、新しいパスワードを設定してください: {resetPage}',
    sms: '{product}: {address}がアカウントに戻り、すべての端末からサインアウトされました。新しいパスワードの設定: {resetPage}',
  },
  password_ended: {
    subject: '{product}アカウントのパスワードを再設定してください',
    text: '{product}アカウントを守るため、パスワードを無効にし、すべての端末をサインアウトしました。\n\n新しいパスワードを設定してください: {resetPage}',
    sms: '{product}: パスワードを無効にし、すべての端末をサインアウトしました。新しいパスワードの設定: {resetPage}',
  },
  password_breached: {
    subject: '{product}のパスワードが流出しています',
    text: '{product}アカウントのパスワードが、ほかのサイトなどから流出したパスワードの一覧に載っているか、それに似ています。真っ先に試されるため、新しいパスワードを設定してください: {resetPage}\n\nほかのサービスとは別のものにしてください。',
    sms: '{product}: パスワードが流出した一覧に載っています。新しいパスワードの設定: {resetPage}',
  },
  changes_undone: {
    subject: '{product}アカウントの変更を取り消しました',
    text: '{product}アカウントの変更に心当たりがないという申し出がありました。その後に追加されたものを取り消し、ほかの端末をサインアウトしました。\n\nアカウントの内容を確認し、新しいパスワードを設定してください: {resetPage}',
    sms: '{product}: 心当たりがないという申し出により、アカウントの変更を取り消しました。新しいパスワード: {resetPage}',
  },
}
