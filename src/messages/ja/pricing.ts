import type { Messages } from '../messages.ts'
import { noCharge } from './no-charge.ts'

/** The pricing page in Japanese. */
export const pricing: Messages['pricing'] = {
  title: '料金',
  heading: 'エディタは無料。お支払いはアシスタントの分だけ。',
  description:
    'エディタはずっと無料です。Proではアシスタントが無制限に、Teamではチームで使えます。',
  crashed: {
    title: '料金の表示を切り替えられません',
    text: '月払いの料金を表示しています。',
    button: 'もう一度試す',
  },
  options: '料金の表示',
  billing: 'お支払い',
  monthly: '月払い',
  yearly: '年払い',
  saving: '最大20%お得',
  firstCurrency: 'JPY',
  currency: '通貨',
  currencies: { USD: '米ドル', JPY: '日本円' },
  perMonth: '／月',
  perSeat: '／人・月',
  billedYearly: '年に一度のお支払い',
  orYearly: '年払いなら月あたり{price}',
  forever: 'ずっと無料、カード登録も不要',
  was: '通常',
  plans: {
    solo: {
      name: 'Solo',
      text: 'エディタのすべての機能と、アシスタントを試すのに十分な回数。',
      points: ['エディタの全機能', '月50タスクまで', '手元のディスクでの索引と検索'],
      choose: 'ダウンロード',
    },
    pro: {
      name: 'Pro',
      text: 'コーヒーを淹れる前に、タスクをひとつ任せる人へ。',
      points: [
        'タスク数は無制限',
        '大規模モデルも利用可能',
        '複数のタスクを並行して実行',
        'メールには1日以内に返信',
      ],
      choose: 'Proを選ぶ',
    },
    team: {
      name: 'Team',
      text: '一緒にレビューし、権限をきちんと分けたいチームへ。',
      points: [
        'Proのすべて',
        'プロンプトとレビュー規則の共有',
        'ロール、招待、サインインのルール',
        '請求書はひとつに',
      ],
      choose: 'Teamを選ぶ',
    },
  },
  manage: '組織を管理',
  compare: 'プランを比べる',
  feature: '機能',
  yes: '含まれます',
  no: '含まれません',
  rows: [
    { name: 'エディタ、テーマ、プラグイン', solo: true, pro: true, team: true },
    { name: '月あたりのタスク', solo: '50', pro: '無制限', team: '無制限' },
    { name: '同時に動かせるタスク', solo: '1', pro: '4', team: '8／人' },
    { name: 'モデル', solo: '標準', pro: 'すべて', team: 'すべて' },
    { name: 'コードは手元に保存', solo: true, pro: true, team: true },
    { name: '送信内容の記録', solo: true, pro: true, team: true },
    { name: 'プロンプトとレビュー規則の共有', solo: false, pro: false, team: true },
    { name: 'ロールとメンバー', solo: false, pro: false, team: true },
    { name: 'メールへの返信', solo: '随時', pro: '1日以内', team: '4時間以内' },
  ],
  promo: {
    checking: 'コード{code}を確認しています…',
    applied: 'コード{code}により、{months}か月間{percent}%割引になります。',
    appliedOnce: 'コード{code}により、1か月間{percent}%割引になります。',
    refused: 'コード{code}は使えません。存在しないか、使用済みか、期限切れです。',
    failed: 'コード{code}を確認できませんでした。割引前の料金を表示しています。',
    have: 'プロモーションコードを持っています',
    remove: '割引なしの料金を表示',
  },
  questions: 'よくある質問',
  answers: [
    {
      question: 'タスクとは何ですか。',
      answer:
        'アシスタントへの一回の依頼です。変更するファイルや箇所の数は問いません。取り消しても回数は減りません。',
    },
    {
      question: 'プランの変更や解約はできますか。',
      answer:
        'アカウントのページからいつでもできます。プランの解約後も支払い済みの期間は使え、エディタはそのまま残ります。',
    },
    {
      question: '税は含まれていますか。',
      answer:
        '円での料金は消費税込みです。ドルでの料金は税別で、税額はお住まいの地域によって変わります。',
    },
  ],
  demo: noCharge,
}
