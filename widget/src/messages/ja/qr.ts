import type { Messages } from '../messages.ts'

/** Messages of signing in by QR code, in Japanese. */
export const qr: Messages['qr'] = {
  title: 'スマートフォンでサインイン',
  instructions: 'サインイン済みのスマートフォンのカメラで、コードを読み取ってください。',
  picture: 'サインイン用のQRコード',
  loading: 'コードを準備しています…',
  number: 'スマートフォンで次の数字を選んでください。',
  offline: '接続できません。再試行しています。',
  scanned: '読み取りました',
  scannedBy: (who) => `${who}さんが読み取りました。スマートフォンで確認してください。`,
  refused: 'スマートフォンで拒否されました',
  refusedText: 'サインインは行われませんでした。',
  expired: 'コードの有効期限が切れました',
  paused: '待機しています',
  failed: 'コードを表示できません',
  newCode: '新しいコードを表示',
  otherWays: 'ほかの方法でサインイン',
}
