import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { Rejection } from '../../src/base/views.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function blockedStates({ language }: Messages): Record<string, Rejection> {
  const errors = errorMessages[language]
  const refused = (name: keyof typeof errors, data: Rejection['data'] = {}): Rejection => ({
    name,
    code: 0,
    message: errors[name],
    data,
    logId: '20261121134501ABCDEF',
  })
  return {
    banned: refused('account_banned', { desc_url: '/banned' }),
    limited: refused('account_limited', { desc_url: '' }),
    frozen: refused('frozen', { desc_url: 'https://help.example.com/appeal' }),
    'banned device': refused('device_banned'),
  }
}
