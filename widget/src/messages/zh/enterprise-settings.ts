import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about the organization itself, in Chinese. */
export const settings: EnterpriseMessages['settings'] = {
  name: '组织名称',
  saved: '已保存名称。',
  id: '组织编号',
  members: '成员',
  founded: '创建日期',
  logo: {
    heading: '徽标',
    choose: '选择图片',
    hint: 'PNG、JPEG、WebP 或 GIF，最大 10\u00a0MB。显示中间的正方形部分。',
    wrong: '此文件不是 10\u00a0MB 以内的图片，请选择其他文件。',
    done: '已保存徽标。',
    remove: '移除徽标',
    removed: '已移除徽标。',
  },
  freeze: {
    heading: '冻结',
    about: '代表此组织的所有会话会立即结束，包括您的。重新登录后，您可以在此解除。',
    title: (name) => `冻结${name}？`,
    text: (members) =>
      `任何人都不能再代表它操作（${members}），您也会退出登录。要解除冻结，请重新登录并回到此页。`,
    button: '冻结组织',
    done: (name) => `已冻结${name}。`,
  },
  remove: {
    heading: '删除',
    about: '删除组织及其成员关系、角色和邀请。无法撤销。',
    title: (name) => `删除${name}？`,
    text: (members) =>
      `角色和邀请也会永久删除（${members}）。成员的个人账号会保留。代表此组织操作的人都会退出登录，包括您。`,
    typed: (name) => `请输入“${name}”以确认`,
    wrong: '名称不一致。',
    button: '永久删除',
    done: (name) => `已删除${name}。`,
  },
}
