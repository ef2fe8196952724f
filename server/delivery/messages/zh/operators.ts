import type { OperatorMessages } from '../en/operators.ts'

/** Messages to operators, in Chinese. */
export const operatorMessages: OperatorMessages = {
  webhook_off: {
    subject: '{product} 的一个 Webhook 已停用',
    text: '以下 Webhook 连续失败五天，或回答称已不存在，因此不再向它发送：\n\n{program}\n\n恢复后，请用命令 webhook on 重新启用，并用 webhook replay 补发错过的事件。',
    sms: '',
  },
}
