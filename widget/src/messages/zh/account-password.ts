import type { Messages } from '../messages.ts'

/** Messages of setting and changing a password, in Chinese. */
export const accountPassword: Messages['accountPassword'] = {
  changeTitle: '修改密码',
  setTitle: '设置密码',
  changeIntro: '修改后，其他设备会退出登录。',
  setIntro: '有了密码，收不到验证码时也能登录。',
  current: '当前密码',
  newPassword: '新密码',
  whose: '账号',
  change: '修改密码',
  set: '设置密码',
  byCode: '忘记了？',
  needCurrent: '请输入当前密码。',
  wrong: '当前密码不正确。',
  sameAsCurrent: '新密码与当前密码相同。',
  changed: '密码已修改',
  changedText: '其他设备均已退出登录，本设备保持登录。',
  isSet: '密码已设置',
  isSetText: '今后也可以用密码登录。',
  changeAgain: '再次修改',
}
