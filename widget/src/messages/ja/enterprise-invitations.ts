import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about invitations, in Japanese. */
export const invitations: EnterpriseMessages['invitations'] = {
  name: '名前',
  validUntil: (date) => `有効期限：${date}`,
  states: {
    pending: '承諾待ち',
    expired: '期限切れ',
    accepted: '承諾済み',
    declined: '辞退',
    cancelled: '取り消し済み',
  },
  invite: '招待する',
  inviteMany: 'まとめて招待',
  inviteTitle: 'メンバーを招待',
  addressLabel: 'メールアドレスか携帯電話番号',
  keepHint: (address) => `空欄なら${address}のままです。宛先を変えると、新しいリンクを送ります。`,
  needName: '組織で表示する名前を入力してください。',
  send: '招待を送信',
  sent: (name) => `${name}さんへの招待を送信しました。`,
  sentText: 'このリンクからも招待を開けます。承諾できるのは、宛先の持ち主だけです。',
  link: 'リンク',
  inviteAnother: '続けて招待',
  close: '完了',
  invitedBy: (name) => `招待した人：${name}さん`,
  resend: '再送信',
  resendIn: (seconds) => `${seconds}秒後に再送信できます`,
  resendHint: '新しいリンクを送ります。以前のリンクは使えなくなります。',
  cancel: {
    title: (name) => `${name}さんへの招待を取り消しますか？`,
    text: (organization) =>
      `リンクは使えなくなります。${organization}への招待は、あとで送り直せます。`,
    button: '招待を取り消す',
    done: (name) => `${name}さんへの招待を取り消しました。`,
  },
}

/** Messages about inviting the people of a list, in Japanese. */
export const many: EnterpriseMessages['many'] = {
  title: 'まとめて招待',
  text: '1行に1人ずつ、宛先、名前、ロールの順に入力してください。1行目を見出しにもできます。内容を確認するまで送信しません。',
  list: '招待する人の一覧',
  example: 'name@example.com, 佐藤 花, 管理者',
  file: 'ファイルを選ぶ',
  checkList: '内容を確認',
  noLines: '1行以上入力するか、ファイルを選んでください。',
  tooMany: (most) => `一度に送れるのは${most.toLocaleString('ja')}行までです。`,
  checking: (done, all) => `確認中：${all.toLocaleString('ja')}件中${done.toLocaleString('ja')}件`,
  sending: (done, all) => `送信中：${all.toLocaleString('ja')}件中${done.toLocaleString('ja')}件`,
  send: (count) => `${count.toLocaleString('ja')}件の招待を送信`,
  proceed: (count) => `残り${count.toLocaleString('ja')}件を送信`,
  pause: '一時停止',
  paused: '一時停止しました。送信済みの招待はそのままです。',
  limited:
    '1日の上限に達しました。送信済みのものは有効です。結果をダウンロードして、残りは明日送信してください。確認済みのドメインには、さらに多く送信できます。',
  limitedAhead: (ready) =>
    ready === 0
      ? '1日の上限に達しているため、今日はどれも送れません。確認済みのドメインには、より多く送れます。'
      : `今日送れるのは${ready.toLocaleString('ja')}件です。残りは、結果をダウンロードして明日送ってください。確認済みのドメインには、より多く送れます。`,
  sent: (count) => `${count.toLocaleString('ja')}件の招待を送信しました。`,
  back: 'メンバーの一覧に戻る',
  restart: '別の一覧を使う',
  download: '結果をダウンロード',
  fileName: '招待の結果.csv',
  line: '行',
  address: '宛先',
  name: '名前',
  rolesOf: 'ロール',
  result: '結果',
  reason: '理由',
  results: {
    wrong: '送信できません',
    waiting: '未確認',
    ready: '送信できます',
    made: '送信済み',
    exists: '招待済み',
    member: 'すでにメンバー',
    refused: '拒否されました',
  },
  duplicate: '同じ宛先が2回あります。',
  unknownRole: (name) => `「${name}」というロールはありません。`,
  tooLong: '名前が64文字、または番号が128文字を超えています。',
  refused: (error) => `拒否されました（${error}）。`,
  reasons: {
    exceeds_own_rights: 'このロールを付与する権限がありません。',
    invitation_limit: '招待の上限に達しました。明日もう一度お試しください。',
    invitations_stopped: '招待が報告されたため、1日の間は送れません。',
    members_full: 'これ以上メンバーを増やせません。',
    text_refused:
      'この名前は使えません（リンク、見えない文字、文字の混在、またはサービス名やロール名）。',
    bad_parameter: '名前か宛先に使えない文字があります。',
    email_error: 'メールアドレスが正しくありません。',
    mobile_error: '携帯電話番号が正しくありません。',
    code_send_error: '送信できませんでした。',
    not_in_organization: 'このロールはありません。',
  },
}
