import type { Messages } from '../messages.ts'

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
  qr_sign_in: {
    subject: '您的 {product} 账号在新设备上登录',
    body: `您的手机确认了一个二维码，以下设备刚刚登录了您的 {product} 账号：

    设备：{device}
    网络：{address}

如果是您本人操作，无需处理。

如果不是，请立即结束该会话：{origin}/account-setting
然后设置新密码：{origin}/reset-password`,
    sms: '{product}：{device} 通过二维码登录了您的账号。不是您本人？{origin}/account-setting',
  },
  new_device: {
    subject: '您的 {product} 账号在新设备上登录',
    body: `您的 {product} 账号刚刚在一台新设备上登录。

如果是您本人操作，无需处理。

如果不是，请立即设置新密码：{origin}/reset-password`,
    sms: '{product}：账号在新设备上登录。不是您本人？{origin}/reset-password',
  },
  voice_code: {
    subject: '',
    body: '{code}',
    sms: '您好，这里是 {product}。您的验证码是 {spoken}。再说一遍：{spoken}。请勿告诉任何来电者。',
  },
  captcha_link: {
    subject: '{product}：请确认是您本人',
    body: `有人（很可能是您）正在 {product} 使用这个地址。请打开下面的页面并按下按钮，以表明是真人操作：

    {server}/captcha/link?token={code}

此链接只能使用一次，{minutes} 分钟内有效。

如果不是您本人，请忽略本邮件，不会发生任何事情。`,
    sms: '',
  },
  password_changed: {
    subject: '您的 {product} 密码已更改',
    body: `您的 {product} 账号密码刚刚被更改。

如果是您本人操作，无需处理。

如果不是，请立即设置新密码：{origin}/reset-password`,
    sms: '{product}：密码已更改。如非本人操作：{origin}/reset-password',
  },
  address_added: {
    subject: '{product} 账号新增了一种登录方式',
    body: `{address} 刚刚被添加到您的 {product} 账号，可用于登录和重置密码。

如果是您本人操作，无需理会。

如果不是，请登录后将其移除，并设置新密码：{origin}/account-setting`,
    sms: '{product}：{address} 已添加到您的账号。不是您本人？{origin}/account-setting',
  },
  address_removed: {
    subject: '{address} 已从您的 {product} 账号移除',
    body: `{address} 已不再属于您的 {product} 账号，无法再用于登录。

如果是您本人操作，无需理会。

如果不是，请在 {hours} 小时内回复此消息，我们可以将其恢复。`,
    sms: '{product}：{address} 已从您的账号移除。不是您本人？请在 {hours} 小时内联系我们。',
  },
  address_changed: {
    subject: '您的 {product} 账号更换了联系方式',
    body: `您的 {product} 账号现在使用 {address}，原来的地址已停用。

如果是您本人操作，无需理会。

如果不是，请在 {hours} 小时内回复此消息，我们可以恢复原来的地址。`,
    sms: '{product}：您的账号已改用 {address}。不是您本人？请在 {hours} 小时内联系我们。',
  },
  connection_added: {
    subject: '现在可以用另一个账号登录{product}',
    body: `{address} 刚刚关联到您的 {product} 账号，今后可以用它登录。

如果是您本人操作，无需处理。

如果不是，请立即更改密码，并在账号设置中解除关联：{origin}/account-setting`,
    sms: '{product}：{address} 已关联到您的账号。非本人操作？{origin}/account-setting',
  },
  connection_removed: {
    subject: '您的 {product} 账号已解除一个关联',
    body: `{address} 与您的 {product} 账号的关联刚刚解除，不能再用它登录。

如果是您本人操作，无需处理。

如果不是，请立即检查您的账号：{origin}/account-setting`,
    sms: '{product}：{address} 已与您的账号解除关联。非本人操作？{origin}/account-setting',
  },
  password_set: {
    subject: '您的 {product} 账号已设置密码',
    body: `您的 {product} 账号此前没有密码，刚刚设置了一个。

如果是您本人操作，无需理会。

如果不是，请立即设置新密码：{origin}/reset-password`,
    sms: '{product}：您的账号已设置密码。不是您本人？{origin}/reset-password',
  },
  closing_started: {
    subject: '您的 {product} 账号将于 {date} 删除',
    body: `您的 {product} 账号正在注销。您已在所有设备上退出登录，账号及其全部内容将于 {date} 删除。

改变主意，或不是您本人操作？请在此之前登录并选择保留账号：{origin}/login`,
    sms: '{product}：您的账号将于 {date} 删除。保留账号：{origin}/login',
  },
  closing_revoked: {
    subject: '您的 {product} 账号已保留',
    body: `您的 {product} 账号没有注销，一切如前，可以再次登录。

如果不是您本人操作，请设置新密码：{origin}/reset-password`,
    sms: '{product}：您的账号已保留，可以再次登录。',
  },
  account_erased: {
    subject: '您的 {product} 账号已删除',
    body: `按照您的要求，{product} 账号及其全部内容已删除。这是关于该账号的最后一条消息。`,
    sms: '{product}：按照您的要求，账号已删除。',
  },
  early_access_confirm: {
    subject: '请确认：{product} 抢先体验',
    body: `有人（可能是您）用此邮箱申请了 {product} 的抢先体验。请打开以下页面并点击按钮完成申请：

{link}

链接七天内有效。如果不是您本人操作，请忽略此邮件，之后不会再收到邮件。

不再接收抢先体验的邮件：{stop}`,
    sms: '',
  },
  early_access_known: {
    subject: '您已在 {product} 的名单中',
    body: `有人（可能是您）用此邮箱申请了 {product} 的抢先体验。该邮箱已在名单中，无需再做任何操作；轮到您时我们会来信通知。

不再接收抢先体验的邮件：{stop}`,
    sms: '',
  },
  early_access_invitation: {
    subject: '您的 {product} 邀请码',
    body: `轮到您了。您的 {product} 邀请码是

    {code}

邀请码只能使用一次。打开以下页面，登录或注册账号后，邀请码会自动填好：

{link}

不再接收抢先体验的邮件：{stop}`,
    sms: '',
  },
}
