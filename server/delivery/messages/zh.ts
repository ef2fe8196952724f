import type { Messages } from './messages.ts'

/** Messages in Chinese. */
export const messages: Messages = {
  login: {
    subject: '{product} 登录验证码：{code}',
    body: `您的登录验证码是

    {code}

请在 {minutes} 分钟内于 {origin} 使用，仅限一次。我们绝不会通过电话或聊天索要验证码。

如果不是您本人操作，请忽略本邮件：没有验证码，任何人都无法登录。`,
    sms: '{product}：登录验证码 {code}，请勿告诉他人。',
  },
  register: {
    subject: '{product} 注册验证码：{code}',
    body: `欢迎使用 {product}。您的注册验证码是

    {code}

请在 {minutes} 分钟内于 {origin} 使用，仅限一次。

如果不是您本人操作，请忽略本邮件：没有验证码，不会创建账号。`,
    sms: '{product}：注册验证码 {code}，请勿告诉他人。',
  },
  register_known: {
    subject: '您已经有 {product} 账号',
    body: `有人（可能是您）尝试用此邮箱注册 {product}。此邮箱已有账号，无需再次注册。

登录：{origin}/login
忘记密码：{origin}/reset-password

如果打开的页面仍需要验证码，请输入

    {code}

如果不是您本人操作，请忽略本邮件。您的账号没有任何变化。`,
    sms: '{product}：此号码已注册，请直接登录。验证码 {code}',
  },
  reset: {
    subject: '{product} 重置密码验证码：{code}',
    body: `要设置新密码，请输入以下验证码：

    {code}

请在 {minutes} 分钟内于 {origin} 使用，仅限一次。重置后，所有设备都会退出登录。

如果不是您本人操作，请忽略本邮件：密码不会改变。`,
    sms: '{product}：重置密码验证码 {code}，请勿告诉他人。',
  },
  reset_unknown: {
    subject: '此邮箱没有 {product} 账号',
    body: `有人（可能是您）要求重置此邮箱的 {product} 账号密码，但没有找到该账号。

您可能使用了其他邮箱注册，也可以新建账号：{origin}/sign-up

如果不是您本人操作，请忽略本邮件。`,
    sms: '',
  },
  bind: {
    subject: '{product} 地址确认码：{code}',
    body: `要将此地址用于 {product} 账号，请输入以下验证码：

    {code}

仅可在 {origin} 使用一次，{minutes} 分钟内有效。

如果不是您本人操作，请忽略此邮件：没有验证码，什么都不会改变。`,
    sms: '{product}：{code} 是将此号码绑定到账号的验证码，请勿告诉他人。',
  },
  verify: {
    subject: '{product} 验证码：{code}',
    body: `请输入以下验证码，确认是您本人：

    {code}

仅可在 {origin} 使用一次，{minutes} 分钟内有效。我们不会通过电话或聊天向您索要验证码。

如果不是您本人操作，可能有人知道了您的密码。请重新设置密码：{origin}/reset-password`,
    sms: '{product}：您的验证码是 {code}，请勿告诉他人。',
  },
  verify_unknown: {
    subject: '此地址没有 {product} 账号',
    body: `有人（可能是您）为此地址的 {product} 账号请求了验证码，但该账号不存在。

您可能使用了其他地址注册。您也可以注册新账号：{origin}/sign-up

如果不是您本人操作，请忽略此邮件。`,
    sms: '',
  },
  password_changed: {
    subject: '您的 {product} 密码已更改',
    body: `您的 {product} 账号密码刚刚被更改。

如果是您本人操作，无需处理。

如果不是，请立即设置新密码：{origin}/reset-password`,
    sms: '{product}：密码已更改。如非本人操作：{origin}/reset-password',
  },
}
