import type { NotMeMessages } from '../en/not-me.ts'

/** Messages of the page behind "This was not me" in a notice, in Chinese. */
export const notMeMessages: NotMeMessages = {
  question: '不是您本人操作？',
  askText:
    '点击按钮后，您的账号会在所有设备上退出登录，当前密码将失效，此后添加的内容会被撤销。然后请设置新密码。',
  askRestoreText: (address) =>
    `点击按钮后，${address} 会恢复到您的账号，账号在所有设备上退出登录，当前密码将失效，此后添加的内容会被撤销。然后请设置新密码。`,
  confirm: '不是我本人操作',
  secured: '您的账号已恢复安全',
  securedText: (sessions) => `已退出登录的设备：${sessions} 台。`,
  restoredText: (address, sessions) =>
    `${address} 已重新属于您的账号。已退出登录的设备：${sessions} 台。`,
  undone: '已撤销或需要检查的内容：',
  nextText: '原来的密码已失效。请立即设置新密码，并在账号设置中检查此前已有的其他登录方式。',
  newPassword: '设置新密码',
  taken: '此地址现已属于其他账号',
  takenText: (address, sessions) =>
    `无法恢复 ${address}，但您的账号已在所有设备上退出登录（${sessions} 台）。请在 72 小时内联系客服，由客服判断地址归属。`,
  expired: '此链接已失效',
  expiredText: '链接仅可使用一次，72 小时内有效。如果您没有使用过，请设置新密码并联系客服。',
}
