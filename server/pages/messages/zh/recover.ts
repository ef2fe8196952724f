import type { RecoverMessages } from '../en/recover.ts'

/** Messages of the page that leads back into an account, in Chinese. */
export const recoverMessages: RecoverMessages = {
  title: '找回您的账号',
  link: '这些方式我都无法使用',
  text: '适用于身份验证器应用、通行密钥和恢复代码全部丢失的账号。我们会通知账号的所有地址并等待一段时间，之后只需发送到其中一个地址的验证码。',
  address: '邮箱或手机号',
  codeText: '请输入我们发送的验证码。如果仍有人能够确认登录，等待期间可以拒绝。',
  go: '继续',
  key: '恢复密钥',
  keyHint: '仅在与开始时不同的设备上需要。',
  started: '等待已开始',
  until: (date: string): string => `您的账号将于 ${date} 打开。我们已通知其所有地址。`,
  back: '请届时在此浏览器中打开本页，或保存此密钥：',
  waiting: '等待尚未结束',
  keyLost:
    '需要开始时显示的密钥，或当时使用的浏览器。如果没有收到密钥或密钥已丢失，请点击邮件中的“不是我本人操作”，然后重新开始。',
  needKey: '请输入开始时显示的密钥。',
}
