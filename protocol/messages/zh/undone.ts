import type { UndoneMessages } from '../en/undone.ts'

/** Sentences about what an objection took back, in Chinese. */
export const undoneMessages: UndoneMessages = {
  former_address: (name) => `${name} 已恢复到您的账号。`,
  former_address_taken: (name) => `${name} 现已属于其他账号：请联系客服。`,
  address: (name) => `已移除 ${name}。`,
  address_kept: (name) => `新添加的 ${name} 是唯一的登录方式，因此保留。如果不是您的，请联系客服。`,
  connection: (name) => `已取消与 ${name} 的关联。`,
  connection_kept: (name) =>
    `新关联的 ${name} 是唯一的登录方式，因此保留。如果不是您的，请联系客服。`,
  method: (name) => `已移除身份验证器应用 ${name}。`,
  recovery_codes: () => '新的恢复代码已失效，请在账号页面重新生成。',
  recovery_code_used: () =>
    '有人使用了您的一个恢复代码，其余代码也可能已泄露：请在账号页面重新生成。',
  passkey: (name) => `已移除通行密钥 ${name}。`,
  level: () => '登录验证要求已恢复原状。',
  recovery: () => '已取消账号恢复。',
  program: (name) => `已收回“${name}”的权限。`,
  password: () => '密码已失效。',
  name: (name) => `您的名字已恢复为 ${name}。`,
  user_name: (name) => (name === '' ? '已移除用户名。' : `您的用户名已恢复为 ${name}。`),
  user_name_taken: (name) => `您的用户名 ${name} 现已属于他人：请另选一个。`,
  membership: (name) => `您已不再是 ${name} 的成员。`,
  organization_kept: (name) => `您是 ${name} 的负责人：如不需要，请将其删除。`,
  organization_acts: (name) =>
    `有人以您的身份在 ${name} 中进行了操作。此后发出的邀请已取消：请查看其成员和记录。`,
}
