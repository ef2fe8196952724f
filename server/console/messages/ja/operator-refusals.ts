import { isDigits, type OperatorRefusals } from '../../../lib/messages/operator-refusals.ts'

/** States of accounts. */
const states: Readonly<Record<string, string>> = {
  active: '有効',
  frozen: '凍結中',
  limited: '制限中',
  banned: '利用停止中',
  cancelling: '削除の予定あり',
  gone: '削除済み',
}

/** Values that a setting of an application takes. */
const allowedValues = {
  box: 'onかoff',
  level: '1、2、3のいずれか',
  choice: 'refuseかaccept',
  text: '設定の説明にある形',
}

function taken(what: string): string {
  return `「${what}」は別のアカウントのものです。そのアカウントを探すか、別のものを入力してください。`
}

/** What operators are refused, in Japanese. */
export const operatorRefusals: OperatorRefusals = {
  unknown: {
    account: (who) =>
      `アカウント「${who}」はありません。${isDigits(who) ? '電話番号は「+」と国番号から入力してください。' : ''}`,
    accountGone: 'このアカウントはすでにありません。',
    app: (aid) => `アプリケーション${aid}はありません。`,
    appSecret: (aid, id) => `アプリケーション${aid}にシークレット${id}はありません。`,
    client: (id) => `クライアント「${id}」はありません。`,
    delivery: '終わった配信がないか、Webhookがオフです。',
    domain: (organization, domain) => `${organization}にドメイン「${domain}」はありません。`,
    formerOwner: (address) => `${address}のアカウントはすでにありません。`,
    login: (text) => `「${text}」はメールアドレスでも電話番号でもありません。`,
    logId: (days) =>
      `このログIDの記録はありません。${days}日より前か2秒以内のもの、サインインの手順でないもの、または1時間に同じアドレスやユーザー名で60回、同じネットワークで300回を超えて拒否され、回数だけが数えられたものです。`,
    member: (person, organization) => `${person}は${organization}のメンバーではありません。`,
    noFormerOwner: (address) => `過去72時間に${address}を手放したアカウントはありません。`,
    operator: (account) => `アカウント${account}はオペレーターではありません。`,
    organization: (id) => `会社「${id}」はありません。`,
    resource: (id) => `リソース「${id}」はありません。コマンド「resource add」で追加してください。`,
    session: (account) => `アカウント${account}にそのセッションはありません。`,
    token: (id) => `終了できるトークン「${id}」はありません。`,
    unproved: (address, account) =>
      `「${address}」を確認した人はいません。このアドレスで作成されたアカウント${account}のことであれば、そのIDを入力してください。`,
    webhook: (id) => `Webhook ${id}はありません。`,
  },
  conflict: {
    accountState: (person, state) => `${person}の状態は「${states[state] ?? state}」です。`,
    addressClosed: (address) =>
      `${address}のアカウントは最近削除されました。アドレスはCLOSED_ADDRESS_DAYSを過ぎると再び使えます。`,
    addressTaken: (address) => `${address}は現在、別のアカウントのものです。`,
    appOfConsole: (aid) =>
      `アプリケーション${aid}はこのコンソールです。そのアドレスはCONSOLE_ORIGINで決まります。`,
    appOfServer: (aid, what) =>
      `アプリケーション${aid}の${what === 'origins' ? 'オリジン' : '登録'}は、起動のたびにPUBLIC_ORIGINとHOST_PAGE_ORIGINSから更新されます。`,
    appSecrets: (aid, count) =>
      `アプリケーション${aid}にはシークレットが${count}つあります。先に1つ終了してください。`,
    appTaken: (aid) => `アプリケーション${aid}はすでにあります。`,
    clientSecrets: (id) => `${id}にはシークレットが2つあります。先に1つ終了してください。`,
    frozen: (id) => `${id}はすでに凍結されています。`,
    hasManager: (person, organization) =>
      `${organization}の管理者は${person}です。管理者は1人だけなので、交代させてください。`,
    hasMember: (person, organization) => `${person}はすでに${organization}のメンバーです。`,
    higherRole: 'より高い役割のオペレーターには操作できません。',
    lastOwner: '最後のオーナーは外せません。先に別の人をオーナーにしてください。',
    manager: (person) => `${person}はすでに管理者か、凍結されています。`,
    managerState: (state) =>
      `管理者には有効なアカウントが必要ですが、このアカウントは「${states[state] ?? state}」です。`,
    managerStays: '管理者は外せません。先に別の人を管理者にしてください。',
    noAddress: (person) =>
      `${person}には確認済みのアドレスがないため、新しいパスワードを設定するためのコードを送れません。`,
    noSecondSecret: (id) => `クライアント「${id}」に2つのシークレットはありません。`,
    noSecret: (id) => `${id}にはシークレットがありません。`,
    onlyUsername: 'このアカウントがサインインできるのはユーザー名だけです。',
    oneself: '自分自身には操作できません。ほかのオペレーターに依頼してください。',
    open: (id) => `${id}は凍結されていません。`,
    severalFormer: (address, accounts) =>
      `${address}を手放したアカウントが複数あります：${accounts}`,
    webhookState: (id, state) => `Webhook ${id}はすでに${state === 'on' ? 'オン' : 'オフ'}です。`,
  },
  taken: {
    email: (address) => taken(address),
    externalId: (id) => taken(id),
    mobile: (number) => taken(number),
    username: (name) => taken(name),
  },
  still_manager: {
    manages: (person, organizations) =>
      `${person}は${organizations}の管理者です。先にコマンド「subject manager」かコンソールで別の人を管理者にしてください。`,
  },
  invalid: {
    aid: (text, most) => `番号「${text}」は使えません。1から${most}までの整数を入力してください。`,
    appName: 'アプリケーションには名前が必要です。',
    appOrigin: (text) =>
      `「${text}」はオリジンではありません。例：https://shop.example.com（パスは付けません）`,
    appRedirect: (text) =>
      `「${text}」は使えるアドレスではありません。例：https://shop.example.com/signed-in`,
    appSetting: (name, text, allowed) =>
      `${name}に「${text}」は使えません。${allowedValues[allowed]}を入力してください。`,
    appSettingName: (name, names) =>
      `「${name}」というアプリケーションの設定はありません。設定：${names}`,
    clientName: '名前は表示できる文字で64文字以内にしてください。',
    clientOrigin: (text) =>
      `「${text}」はオリジンではありません。例：https://app.example.com、chrome-extension://<id>`,
    clientRedirect: (text) =>
      `「${text}」は使えるアドレスではありません。例：https://app.example.com/callback、http://127.0.0.1/callback、com.example.app:/callback`,
    confirmation: '入力されたIDがこのアカウントのものではありません。',
    day: (name, text) => `${name}「${text}」は日付ではありません。例：2027-03-31`,
    dayOver: (name, text) => `${name}「${text}」はすでに過ぎています。`,
    kinds: (text, kinds) =>
      `種類「${text}」は使えません。all、または次のものを入力してください：${kinds}`,
    level: (text) => `必要なレベル「${text}」は使えません。1、2、3のいずれかを入力してください。`,
    logo: (text) =>
      `「${text}」は使えるアドレスではありません。例：https://cdn.example.com/logo.png`,
    logoutCall: (text) =>
      `「${text}」は使えるアドレスではありません。例：https://app.example.com/logout`,
    mail: (text) => `「${text}」はメールアドレスではありません。`,
    name: '名前は表示できる文字で入力してください。',
    nationalNumber: (text) =>
      `「${text}」には国番号がありません。「+」と国番号から入力してください（例：+81 90 1234 5678）。`,
    noChange: '変更する内容がありません。',
    noKinds: (kinds) => `Webhookには種類が必要です：${kinds}`,
    noRedirects: 'クライアントには戻り先アドレスが必要です。例：https://app.example.com/callback',
    oldWays: (text) => `古い方法「${text}」は使えません。getかqueryを入力してください。`,
    oldWaysSecret: '古い方法は、シークレットのあるクライアントだけが使えます。',
    personName: 'この名前は使えません。2種類の文字体系の単語を含むか、製品や役割の名前と同じです。',
    pkce: 'シークレットのないクライアントにはPKCEが必要です。',
    publicResources:
      '公開クライアントにリソースは設定できません。人なしでトークンを受け取るにはシークレットか鍵が必要です。',
    responseModes: (text, modes) =>
      `応答の方法「${text}」は使えません。次のものを入力してください：${modes}`,
    scopes: (text, scopes) =>
      `スコープ「${text}」は使えません。次のものを入力してください：${scopes}`,
    siteShare: 'サイトはセッションを引き継がないため、1001は指定できません。',
    subject: (text) =>
      `「${text}」はメールアドレス、電話番号、ユーザー名、ログIDのいずれでもありません。`,
    tokenLife: 'トークンの有効期間は1年以内です。',
    tokenName: 'トークンには表示できる文字で1〜64文字の名前が必要です。',
    tokenNetwork: (text) => `「${text}」はネットワークではありません。例：10.0.0.0/8`,
    tokenScope: (text, scopes) => `スコープ「${text}」はありません。次のものがあります：${scopes}`,
    username:
      'ユーザー名は英字で始まり、a～z、0～9、. _ -の3～32文字です。製品や役割の名前は使えません。',
    webhookHost: (host) =>
      `Webhookは${host}に送信できません。外部ネットワークのhttpsのアドレスで、認証情報を含まないものにしてください。`,
    webhookUrl: (text) => `「${text}」は使えるアドレスではありません。例：https://app.example/hook`,
  },
}
