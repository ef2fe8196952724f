import type { AccountMessages } from '../en/account.ts'

/** Messages of an account as a whole, in Chinese. */
export const accountMessages: AccountMessages = {
  closing_started: {
    subject: '您的 {product} 账号将于 {date} 删除',
    text: '您已在所有设备上退出登录，{product} 账号及其全部内容将于 {date} 删除。\n\n改变主意，或不是您本人操作？请在此之前登录并选择保留账号。',
    action: '保留我的账号',
    sms: '{product}：您的账号将于 {date} 删除。保留账号：{loginPage}',
  },
  account_erased: {
    subject: '您的 {product} 账号已删除',
    text: '您的 {product} 账号及其全部内容已删除。这是关于该账号的最后一条消息。',
    sms: '{product}：您的账号已删除。',
  },
  address_restored: {
    subject: '您的 {product} 账号已恢复原来的地址',
    text: '有人表示更换地址并非本人操作，因此 {address} 已重新属于您的 {product} 账号，所有设备均已退出登录。\n\n接下来请设置新密码：{resetPage}',
    sms: '{product}：{address} 已恢复到您的账号，所有设备均已退出登录。设置新密码：{resetPage}',
  },
  password_ended: {
    subject: '请为您的 {product} 账号设置新密码',
    text: '为保护您的 {product} 账号，原密码已失效，所有设备均已退出登录。\n\n请设置新密码：{resetPage}',
    sms: '{product}：您的密码已失效，所有设备均已退出登录。设置新密码：{resetPage}',
  },
  password_breached: {
    subject: '您的 {product} 密码已泄露',
    text: '您 {product} 账号的密码与某处泄露的密码相同或相近。他人会首先尝试这类密码，请设置新密码：{resetPage}\n\n请勿在其他地方使用新密码。',
    sms: '{product}：您的密码在已泄露密码的列表中。设置新密码：{resetPage}',
  },
  changes_undone: {
    subject: '您的 {product} 账号的更改已撤销',
    text: '有人对您 {product} 账号的一项更改提出了异议。此后添加的内容已撤销，其他设备已退出登录。\n\n请检查您的账号，并设置新密码：{resetPage}',
    sms: '{product}：有人提出异议，账号的更改已撤销。设置新密码：{resetPage}',
  },
}
