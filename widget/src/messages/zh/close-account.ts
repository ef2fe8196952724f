import type { Messages } from '../messages.ts'

/** Messages of closing an account, in Chinese. */
export const closeAccount: Messages['closeAccount'] = {
  title: '注销账号',
  checking: '正在检查注销条件…',
  intro: '申请注销 15 天后，账号将被删除。在此之前，登录即可撤销。',
  lost: '您将失去',
  values: {
    sessions: (count) => (count === 1 ? '本设备的登录状态' : `${count} 台设备的登录状态`),
    connections: (count) => `${count} 个关联账号`,
    pictures: (count) => `${count} 张图片`,
    user_name: () => '您的用户名，之后他人可以使用',
    organizations: (_, names) => `您的组织成员身份（${names}）`,
    plan: (_, name) => `您的套餐（${name}）`,
  },
  otherValue: (name, count) => `${name}（${count}）`,
  cannot: '您的账号暂时无法注销',
  proofWhy: '15 天后将无法撤销注销，请先确认是您本人。',
  proceed: '继续',
  confirmTitle: '现在注销账号？',
  confirmText: '包括本设备在内，您的所有设备将立即退出登录。',
  understood: '我了解以上内容将全部删除',
  required: '必选',
  needUnderstood: '请勾选后继续。',
  close: '注销我的账号',
  keep: '保留我的账号',
  staleText: '操作已超时，我们重新检查了一遍，请再操作一次。',
  closed: '注销申请已受理',
  closedText: (day) => `账号将于 ${day}删除。在此之前登录即可撤销。`,
  takeBack: '登录并撤销注销',
}
