import type { AccountMessages } from '../../account-messages.ts'
import { activity } from './activity.ts'
import { devices } from './devices.ts'
import { organizations } from './organizations.ts'

/** Messages of `<passport-account>`, in Japanese. */
export const account: AccountMessages = {
  pages: {
    profile: 'プロフィール',
    security: 'サインインとセキュリティ',
    devices: '端末と記録',
    organizations: '組織',
    data: 'データ',
  },
  pagesLabel: 'アカウントのページ',
  loading: 'アカウントを読み込んでいます…',
  failedText: 'アカウントサーバーが応答しません。データは失われていません。',
  listFailed: '一覧を読み込めませんでした。',
  openElsewhere: 'このブラウザは、このページのサインイン情報を保存しません。',
  openAt: (host) => `${host}でアカウントを開く`,
  change: '変更',
  changeOf: (what) => `${what}を変更`,
  notSet: '未設定',
  names: {
    title: '名前と画像',
    text: 'ほかの人にはこのように表示されます。',
    picture: '画像',
    name: '名前',
    username: 'ユーザー名',
    saved: 'プロフィールを保存しました',
  },
  about: {
    title: '自己紹介',
    text: '一緒に働く人に見せる情報です。',
    details: '紹介文と言語',
    background: '背景画像',
    backgroundSet: '設定済み',
    more: '生年月日と性別',
  },
  safety: {
    title: 'アカウントの安全性',
    none: 'このアカウントを失うおそれがあります。確認済みの連絡先もパスワードもないため、戻る方法がありません。',
    one: 'アカウントに戻る方法は1つだけです。使えなくなったときのために、連絡先またはパスワードを追加してください。',
    good: (count) =>
      `アカウントは良好な状態です。ご本人であることを確認する方法が${count}通りあります。`,
  },
  addresses: {
    title: '連絡先',
    text: 'サインインとコードの受け取りに使います。変更すると、元の連絡先にもお知らせします。',
  },
  password: {
    title: 'パスワード',
    text: '変更すると、ほかの端末はサインアウトされます。',
    isSet: '設定済み',
    hasNone: 'パスワードなしでサインインしています',
    set: 'パスワードを設定する',
  },
  linkedAccounts: {
    title: '連携アカウント',
    text: 'ここへのサインインに使えるほかのサービスのアカウントです。',
    linked: (service) => `${service}と連携しました`,
  },
  twoStep: {
    title: '2段階認証',
    text: '普段と違う操作や重要な操作のときは、次のいずれかの方法でご本人であることを確認します。',
    ways: {
      mobile_sms_verify: 'SMSコード',
      email_code_verify: 'メールコード',
      totp_verify: '認証アプリ',
      pwd_verify: 'パスワード',
    },
    known: 'ご本人だけが知っています',
    none: 'まだありません。メールアドレス、携帯電話番号、パスワードのいずれかを登録してください。',
  },
  devices,
  activity,
  organizations,
  data: {
    title: 'あなたのデータ',
    text: 'アカウント、端末、記録、同意した利用規約など、保存している情報のファイルです。',
    button: 'データをダウンロード',
    fileName: 'my-data.json',
    done: 'データをダウンロードしました',
  },
  deletion: {
    title: 'アカウントの削除',
    text: '15日後に、プロフィール、連携アカウント、組織への所属、プランとともに削除します。それまでは元に戻せます。',
    button: '削除する…',
  },
}
