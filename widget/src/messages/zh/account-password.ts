import type { Messages } from '../messages.ts'

/** Messages of setting and changing a password, in Chinese. */
export const accountPassword: Messages['accountPassword'] = {
  current: '当前密码',
  newPassword: '新密码',
  whose: '账号',
  change: '修改密码',
  set: '设置密码',
  byCode: '忘记了？',
  needCurrent: '请输入当前密码。',
  wrong: '当前密码不正确。',
  sameAsCurrent: '新密码与当前密码相同。',
  changed: '密码已修改。',
  isSet: '密码已设置。',
}
