import type { TraceMessages } from '../en/trace.ts'

/** Messages of the pages that tell what somebody tried, in Japanese. */
export const traceMessages: TraceMessages = {
  title: 'サインインの追跡',
  who: 'ログID、アドレス、番号、ユーザー名、またはアカウントID',
  whoHint: 'ログIDは、サインインできなかった画面の「詳細」にあります。',
  when: '日時',
  whenHint:
    'UTCで10:02のように、またはタイムゾーン付きで2027-03-31T10:02+09:00のように入力してください。空の場合は直近1日です。',
  show: '表示',
  period: '対象期間（UTC）',
  likely: '考えられる原因',
  tell: '本人に伝えること',
  noAccount: 'このサインイン名のアカウントはありません。',
  noLogin: 'この画面にはサインイン名がありません。',
  open: 'アカウントを開く',
  none: 'この期間には何も試されていません。',
  columns: {
    at: '日時（UTC）',
    what: '内容',
    browser: 'ブラウザ',
    device: '端末',
    network: 'ネットワーク',
    log: 'ログID',
  },
}
