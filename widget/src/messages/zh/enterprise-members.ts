import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about the members of an organization, in Chinese. */
export const members: EnterpriseMessages['members'] = {
  title: '成员',
  name: '姓名',
  address: '地址',
  id: '成员编号',
  rolesOf: '角色',
  lastSeen: '上次登录',
  state: '状态',
  current: '成员和待接受',
  states: { active: '正常', frozen: '已冻结' },
  you: '（您）',
  actionsFor: (name) => `对${name}的操作`,
  copyAddress: '复制地址',
  moreWaiting: (count) => `显示全部 ${count.toLocaleString('zh')} 份待接受的邀请`,
  empty: '还没有成员',
  emptyText: '您邀请的人接受后会显示在这里。',
  count: (count) => `${count.toLocaleString('zh')} 名成员`,
  saved: (name) => `已保存${name}。`,
  self: '您自己的角色和状态由其他管理员更改。',
  isManager: '负责人在移交之前不能更改。',
  exceeds: (rights) => `您缺少以下权限，因此不能更改：${rights}`,
  giveRole: '授予角色',
  takeRole: '收回角色',
  freeze: {
    title: (who) => `冻结${who}？`,
    text: (organization) =>
      `冻结后不能代表${organization}操作，其发出的邀请会被取消。之后可以解除。`,
    button: '冻结',
    done: (who) => `已冻结${who}。`,
  },
  unfreeze: {
    title: (who) => `解除对${who}的冻结？`,
    text: (organization) => `可以再次代表${organization}操作。`,
    button: '解除冻结',
    done: (who) => `已解除对${who}的冻结。`,
  },
  remove: {
    title: (who) => `移除${who}？`,
    text: (organization) => `将不再属于${organization}。其个人账号会保留，之后可以再次邀请。`,
    button: '移除',
    done: (who) => `已移除${who}。`,
  },
  give: {
    title: (role, who) => `把“${role}”授予${who}？`,
    text: (rights) => `此角色有 ${rights} 项权限。`,
    button: '授予',
    done: (role, who) => `已把“${role}”授予${who}。`,
  },
  take: {
    title: (role, who) => `从${who}收回“${role}”？`,
    text: (rights) => `此角色有 ${rights} 项权限。`,
    button: '收回',
    done: (role, who) => `已从${who}收回“${role}”。`,
  },
}
