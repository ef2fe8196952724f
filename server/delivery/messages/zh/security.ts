import type { SecurityMessages } from '../en/security.ts'

/** Notices of what happened to an account, in Chinese. */
export const securityMessages: SecurityMessages = {
  new_device: {
    subject: '您的 {product} 账号在新设备上登录',
    text: '您的 {product} 账号刚刚在一台新设备上登录。',
    sms: '{product}：账号在新设备（{device}）上登录。',
  },
  qr_sign_in: {
    subject: '您的 {product} 账号已在另一台设备上登录',
    text: '您的手机确认了一个二维码，以下设备刚刚登录了您的 {product} 账号。',
    sms: '{product}：{device} 通过二维码登录了您的账号。',
  },
  password_changed: {
    subject: '您的 {product} 密码已更改',
    text: '您的 {product} 账号密码刚刚被更改。',
    sms: '{product}：密码已更改。',
  },
  password_set: {
    subject: '您的 {product} 账号已设置密码',
    text: '您的 {product} 账号此前没有密码，刚刚设置了密码。',
    sms: '{product}：您的账号已设置密码。',
  },
  address_added: {
    subject: '{product} 账号新增了一种登录方式',
    text: '{address} 刚刚被添加到您的 {product} 账号，可用于登录和重置密码。',
    sms: '{product}：{address} 已添加到您的账号。',
  },
  address_removed: {
    subject: '{address} 已从您的 {product} 账号移除',
    text: '{address} 已不再属于您的 {product} 账号，无法再用于登录。',
    sms: '{product}：{address} 已从您的账号移除。',
  },
  address_changed: {
    subject: '您的 {product} 账号更换了联系方式',
    text: '您的 {product} 账号现在使用 {address}，原来的地址已停用。',
    sms: '{product}：您的账号已改用 {address}。',
  },
  connection_added: {
    subject: '现在可以用另一个账号登录 {product}',
    text: '{address} 刚刚关联到您的 {product} 账号，今后可以用它登录。',
    sms: '{product}：{address} 已关联到您的账号。',
  },
  connection_removed: {
    subject: '您的 {product} 账号已解除一个关联',
    text: '{address} 已与您的 {product} 账号解除关联，无法再用于登录。',
    sms: '{product}：{address} 已与您的账号解除关联。',
  },
  method_added: {
    subject: '您的 {product} 账号添加了身份验证器应用',
    text: '您的 {product} 账号刚刚添加了一个身份验证器应用，今后可以用它的验证码确认登录。',
    sms: '{product}：您的账号添加了身份验证器应用。',
  },
  method_removed: {
    subject: '您的 {product} 账号移除了身份验证器应用',
    text: '您的 {product} 账号刚刚移除了一个身份验证器应用，它的验证码已无法使用。',
    sms: '{product}：您的账号移除了身份验证器应用。',
  },
  recovery_codes_made: {
    subject: '您的 {product} 账号有了新的恢复代码',
    text: '您的 {product} 账号刚刚生成了新的恢复代码，以前的代码已失效。',
    sms: '{product}：您的账号生成了新的恢复代码。',
  },
  recovery_code_used: {
    subject: '您的 {product} 账号使用了恢复代码',
    text: '刚刚有人用恢复代码代替了您的身份验证器应用或通行密钥。如果您丢失了它，请在账号中添加新的，并移除丢失的：{accountPage}',
    sms: '{product}：您的账号使用了恢复代码。',
  },
  passkey_added: {
    subject: '您的 {product} 账号添加了通行密钥',
    text: '您的 {product} 账号刚刚添加了一个通行密钥。今后，能解锁它的人就能登录。',
    sms: '{product}：您的账号添加了通行密钥。',
  },
  passkey_removed: {
    subject: '您的 {product} 账号移除了通行密钥',
    text: '您的 {product} 账号刚刚移除了一个通行密钥，无法再用它登录。',
    sms: '{product}：您的账号移除了通行密钥。',
  },
  passkey_copied: {
    subject: '您的 {product} 账号的通行密钥可能被复制',
    text: '您的 {product} 账号有一个通行密钥的使用情况表明它可能已被复制，我们已将其停用。如果您不清楚副本的来源，请移除它并添加新的通行密钥：{accountPage}',
    sms: '{product}：您账号的一个通行密钥可能被复制，已停用。',
  },
  level_lowered: {
    subject: '您的 {product} 账号降低了登录验证要求',
    text: '登录您的 {product} 账号时，不再要求身份验证器应用或恢复代码。',
    sms: '{product}：您的账号降低了登录验证要求。',
  },
  recovery_started: {
    subject: '有人申请恢复您的{product}账号',
    text: '有人（可能是您本人）无法再确认{product}账号的登录，申请不经确认恢复账号。从{date}起，凭发送到您地址的验证码即可打开账号，其身份验证器应用、通行密钥和恢复代码将被删除。\n\n如果是您本人，请届时在此继续：{link}\n\n如果您仍能确认登录，请登录并完成确认，即可结束此申请。',
    sms: '{product}：从{date}起，仅凭验证码即可打开您的账号。',
  },
  recovery_done: {
    subject: '您的{product}账号已恢复',
    text: '已凭发送到您地址的验证码打开您的{product}账号。其身份验证器应用、通行密钥和恢复代码已删除，所有设备均已退出登录。请添加新的登录确认方式：{accountPage}',
    sms: '{product}：您的账号已恢复，登录确认方式已删除。',
  },
  program_allowed: {
    subject: '“{program}”可以使用您的 {product} 账号',
    text: '您已允许用 {product} 账号登录“{program}”。\n\n查看或收回它的权限：{accountPage}',
    sms: '{product}：已有应用获准使用您的账号。',
  },
  program_extended: {
    subject: '“{program}”获得了您 {product} 账号的更多权限',
    text: '您授予“{program}”的权限比以前更多。\n\n查看或收回它的权限：{accountPage}',
    sms: '{product}：已有应用获得您账号的更多权限。',
  },
  program_token_reused: {
    subject: '“{program}”已退出您的 {product} 账号',
    text: '有人使用了“{program}”访问您 {product} 账号的一个旧密钥，该密钥已被替换。它可能被复制，因此我们结束了这次登录。您可以在那里重新登录。\n\n如果您不再信任“{program}”，请收回它的权限：{accountPage}',
    sms: '{product}：密钥可能已被复制，因此已将一个应用从您的账号退出。',
  },
  username_changed: {
    subject: '您的 {product} 账号更换了用户名',
    text: '您的 {product} 账号的用户名刚刚被更改。今后请用新用户名登录，原用户名已停用。',
    sms: '{product}：用户名已更改。',
  },
  closing_revoked: {
    subject: '您的 {product} 账号已保留',
    text: '您的 {product} 账号的注销已取消，账号保持原样，您可以再次登录。',
    sms: '{product}：您的账号注销已取消，可以再次登录。',
  },
}
