import type { OperatorMessages } from '../en/operators.ts'

/** Messages to operators, in Japanese. */
export const operatorMessages: OperatorMessages = {
  webhook_off: {
    subject: '{product}のWebhookを停止しました',
    text: '次のWebhookは5日間失敗し続けたか、廃止されたと応答したため、送信を停止しました。\n\n{program}\n\n応答するようになったら、コマンドwebhook onで再開し、webhook replayで未送信のイベントを送り直してください。',
    sms: '',
  },
}
