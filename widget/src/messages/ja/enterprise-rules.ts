import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about the rules and domains of an organization, in Japanese. */
export const rules: EnterpriseMessages['rules'] = {
  about:
    'この組織として操作する全員に適用されます。ルールに反するセッションは、次の操作で終了します。',
  onlyManager: 'ルールを変更できるのは、管理責任者か、その権限を持つロールだけです。',
  sessionHours: '再サインインが必要になるまで',
  idleMinutes: '操作がないときにサインアウトするまで',
  times: {
    usual: 'サーバーの設定に従う',
    minutes: (count) => `${count}分`,
    hours: (count) => `${count}時間`,
    days: (count) => `${count}日`,
  },
  second: 'サインイン時の2段階認証',
  seconds: { off: '普段と違うサインインのとき', new_device: '新しい端末のとき', always: '毎回' },
  level: '組織として操作するには',
  levelHint: 'まだない人には追加を求めます。それまでは個人としてだけ利用できます。',
  levels: {
    1: 'どのサインイン方法でも可',
    2: (count) => `認証アプリまたはパスキー（未設定：${count}人）`,
    3: (count) => `パスキー（未設定：${count}人）`,
  },
  methods: '許可するサインイン方法',
  methodNames: {
    password: 'パスワード',
    code: '確認コード',
    third_party: '外部アカウント（Googleなど）',
    qr: 'QRコード',
    passkey: 'パスキー',
  },
  needMethod: '方法を1つ以上許可してください。',
  invitesDomainsOnly: '確認済みドメインのメールアドレスだけを招待する',
  joinsByDomain: 'そのドメインのメールアドレスを持つ人に参加を案内する',
  clients: 'メンバーが組織として利用できる外部アプリ',
  clientsHint: 'メンバーの名前とロールがアプリに伝わります。',
  clientRules: { refuse: '利用しない', verified: '確認済みのアプリのみ', allow: 'すべて' },
  saved: 'ルールを保存しました。',
  savedAndOut:
    'ルールを保存しました。あなたのセッションも終了したため、再度サインインしてください。',
  domains: 'ドメイン',
  domainsAbout:
    'ドメインは、管理者だけが読めるメールボックスへのコード、またはTXTレコードで確認します。',
  noDomains:
    'ドメインはまだありません。確認済みのドメインがあれば、招待をそのアドレスに限定したり、そのアドレスを持つ人に参加を案内したりできます。',
  domain: 'ドメイン',
  domainHint: '管理しているドメインの名前を入力してください。',
  add: 'ドメインを追加',
  proveBy: '確認の方法',
  ways: { mail: 'postmaster宛てのコード', dns: 'ネームサーバーのTXTレコード' },
  addRecord:
    'このTXTレコードをドメインのネームサーバーに追加してから、確認してください。確認後も残しておいてください。',
  recordName: '名前',
  recordText: '値',
  lookUp: 'レコードを確認',
  prove: 'ドメインを確認',
  isProved: '確認済み',
  isPending: '未確認',
  mailed: (address) => `${address}にコードを送信しました。`,
  proved: (domain) => `${domain}を確認しました。`,
  remove: {
    title: (domain) => `${domain}を削除しますか？`,
    text: 'ドメインのルールの対象から外れます。メンバーはそのままです。',
    button: '削除',
    done: (domain) => `${domain}を削除しました。`,
  },
}
