/** Messages to operators, in English. */
export const operatorMessages = {
  webhook_off: {
    subject: 'A webhook of {product} was switched off',
    text: 'This webhook has failed for five days, or answered that it is gone, so nothing is sent to it any more:\n\n{program}\n\nWhen it answers again, switch it on with the command webhook on, and send what it missed with webhook replay.',
    sms: '',
  },
}

/** Messages that each language has. */
export type OperatorMessages = typeof operatorMessages
