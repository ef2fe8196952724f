/** Messages of early access, in English. */
export const earlyAccessMessages = {
  early_access_confirm: {
    subject: 'Please confirm: early access to {product}',
    text: 'Somebody, probably you, asked for early access to {product} with this address. To be on the list, open this page and press its button. It works for seven days.',
    action: 'Confirm my address',
    note: 'It was not you? Ignore this message: nothing more will come.',
    sms: '',
  },
  early_access_known: {
    subject: 'You are on the list for {product}',
    text: 'Somebody, probably you, asked for early access to {product} with this address. It is on the list already, so there is nothing to do: we write as soon as it is your turn.',
    sms: '',
  },
  early_access_invitation: {
    subject: 'Come in: your access code for {product}',
    title: 'It is your turn',
    text: 'This is your access code for {product}; it works once. Open this page, sign in or make an account, and it is filled in for you.',
    action: 'Use the code',
    sms: '',
  },
}

/** Messages that each language has. */
export type EarlyAccessMessages = typeof earlyAccessMessages
