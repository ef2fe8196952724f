import type { OperatorMessages } from '../en/operators.ts'

/** Messages of the pages about operators, and of the start, in Japanese. */
export const operatorMessages: OperatorMessages = {
  health: {
    title: '稼働状況',
    instance: 'インスタンス',
    instanceText:
      '1つのインスタンスが応答しました。バージョン、起動日時、パスワードの数はほかのインスタンスのものではありません。インスタンスの一覧は記録されていません。',
    onHost: (host, process) => `${host}、プロセス${process}`,
    version: 'バージョン',
    started: '起動日時',
    messages: '送信待ちのメッセージ',
    oldest: 'そのうち最も古いもの',
    webhook: '最も古い配信待ち',
    hashes: '確認中と待機中のパスワード',
    seconds: (seconds) => `${seconds}秒`,
    refused: '直近24時間に拒否されたもの',
    step: '段階',
    reason: 'エラー',
    count: '回数',
    noneRefused: '拒否されたものはありません。',
    failing: '失敗しているWebhook',
    noneFails: '失敗しているWebhookはありません。',
    since: '失敗の開始',
    address: 'アドレス',
  },
  title: 'オペレーター',
  columns: { who: 'オペレーター', role: '役割', by: '付与した人', since: '付与日時' },
  none: '役割を持つ人はいません。',
  give: '役割を付与',
  giveText: 'サインインには認証アプリかパスキーが必要です。',
  take: '役割を取り消す',
  who: 'ID、メールアドレス、携帯電話番号、またはユーザー名',
  role: '役割',
  roles: {
    support: 'サポート：ユーザーとそのセッション、状態',
    admin: '管理者：利用停止、削除、アプリケーション、Webhookも',
    owner: 'オーナー：オペレーターとトークンも',
  },
  acts: {
    set: { act: '役割を付与', done: '役割を付与しました。' },
    remove: { act: '取り消す', done: '役割を取り消しました。' },
  },
  record: {
    title: '記録',
    search: '対象の記録を表示',
    searchHint: 'アカウント、Webhook、トークンのID',
    columns: {
      at: '日時',
      actor: 'オペレーター',
      action: '操作',
      target: '対象',
      reason: '理由',
      network: 'ネットワーク',
    },
    none: '記録はありません。',
  },
}
