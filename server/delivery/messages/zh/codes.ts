import type { CodeMessages } from '../en/codes.ts'

/** Messages with codes, and what is sent in place of one, in Chinese. */
export const codeMessages: CodeMessages = {
  login: {
    subject: '{code} 是您的 {product} 登录验证码',
    title: '登录验证码',
    text: '请在 {minutes} 分钟内于 {site} 输入，仅可使用一次。我们绝不会通过电话或聊天索要验证码。',
    note: '如果不是您本人操作，请忽略本邮件：没有验证码，任何人都无法登录。',
    sms: '{product}：登录验证码 {code}，请勿告诉他人。',
  },
  register: {
    subject: '{code} 是您的 {product} 注册验证码',
    title: '欢迎使用 {product}',
    text: '此验证码用于创建账号。请在 {minutes} 分钟内于 {site} 输入，仅可使用一次。',
    note: '如果不是您本人操作，请忽略本邮件：没有验证码，不会创建账号。',
    sms: '{product}：注册验证码 {code}，请勿告诉他人。',
  },
  register_known: {
    subject: '您已经有 {product} 账号',
    text: '有人（可能是您）尝试用此邮箱注册 {product}。此邮箱已有账号，无需再次注册。\n\n如果忘记了密码，请设置新密码：{resetPage}\n\n如果打开的页面仍需要验证码，请输入上方的验证码。',
    action: '登录',
    note: '如果不是您本人操作，请忽略本邮件。您的账号没有任何变化。',
    sms: '{product}：此号码已注册，请直接登录。验证码 {code}',
  },
  reset: {
    subject: '{code} 是您的 {product} 重置密码验证码',
    title: '重置密码验证码',
    text: '请在 {minutes} 分钟内于 {site} 输入，以设置新密码，仅可使用一次。重置后，所有设备都会退出登录。',
    note: '如果不是您本人操作，请忽略本邮件：密码不会改变。',
    sms: '{product}：重置密码验证码 {code}，请勿告诉他人。',
  },
  reset_unknown: {
    subject: '此邮箱没有 {product} 账号',
    text: '有人（可能是您）要求重置此邮箱的 {product} 账号密码，但没有找到该账号。\n\n您可能使用了其他邮箱注册，也可以新建账号。',
    action: '注册账号',
    note: '如果不是您本人操作，请忽略本邮件。',
    sms: '',
  },
  bind: {
    subject: '{code} 是您的 {product} 地址验证码',
    title: '确认地址',
    text: '此验证码用于将此地址添加到您的 {product} 账号。请在 {minutes} 分钟内于 {site} 输入，仅可使用一次。',
    note: '如果不是您本人操作，请忽略本邮件：没有验证码，什么都不会改变。',
    sms: '{product}：{code} 是将此号码绑定到账号的验证码，请勿告诉他人。',
  },
  verify: {
    subject: '{code} 是您的 {product} 验证码',
    title: '验证码',
    text: '请在 {minutes} 分钟内于 {site} 输入，确认是您本人，仅可使用一次。我们绝不会通过电话或聊天索要验证码。\n\n如果不是您本人操作，可能有人知道了您的密码。请重新设置密码：{resetPage}',
    sms: '{product}：您的验证码是 {code}，请勿告诉他人。',
  },
  verify_unknown: {
    subject: '此地址没有 {product} 账号',
    text: '有人（可能是您）为此地址的 {product} 账号请求了验证码，但该账号不存在。\n\n您可能使用了其他地址注册，也可以新建账号。',
    action: '注册账号',
    note: '如果不是您本人操作，请忽略本邮件。',
    sms: '',
  },
  voice_code: {
    subject: '',
    text: '',
    sms: '您好，这里是 {product}。您的验证码是 {spoken}。再说一遍：{spoken}。请勿告诉任何来电者。',
  },
  captcha_link: {
    subject: '{product}：请确认是您本人',
    text: '有人（很可能是您）正在 {product} 使用这个地址。请打开下面的页面并点击按钮，以表明是真人操作。此链接只能使用一次，{minutes} 分钟内有效。',
    action: '确认是我本人',
    note: '如果不是您本人操作，请忽略本邮件，不会发生任何事情。',
    sms: '',
  },
}
