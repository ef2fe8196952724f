import type { EnterpriseMessages } from '../enterprise-messages.ts'
import { activity } from './enterprise-activity.ts'
import { rules } from './enterprise-rules.ts'
import { transfer } from './enterprise-transfer.ts'
import { invitations, many } from './enterprise-invitations.ts'
import { members } from './enterprise-members.ts'
import { roles } from './enterprise-roles.ts'
import { settings } from './enterprise-settings.ts'

/** Messages of the console of an organization, in Chinese. */
export const enterprise: EnterpriseMessages = {
  tabs: {
    members: '成员',
    roles: '角色',
    rules: '规则',
    activity: '活动',
    'hand-over': '移交',
    settings: '设置',
  },
  tabsLabel: '组织的各部分',
  loading: '正在加载组织…',
  signedOutText: '请登录后管理组织。',
  endedText: (organization: string): string =>
    `您在“${organization}”的会话已结束：会话已过期、组织已移交，或者该组织或您的成员身份已被冻结或移除。登录后可查看原因。`,
  failed: '无法加载组织',
  choose: '选择组织',
  chooseText: '您现在以个人身份操作。请选择要管理的组织。',
  frozen: '已冻结',
  reopen: '解除冻结',
  frozenText:
    '组织或您的成员身份被冻结期间，您不能代表该组织操作。组织由负责人解除冻结，成员由管理员解除冻结。',
  noOrganization: '您还没有组织',
  noOrganizationText: '在此创建组织，您就是负责人。收到的邀请在账号设置中。',
  createOrganization: '创建组织',
  founded: (name) => `“${name}”已创建。请邀请与您共事的人。`,
  elsewhere: (name) => `此浏览器已切换为${name || '其他身份'}`,
  elsewhereText: '另一个标签页切换了身份，因此这里没有做任何更改。',
  proceed: '以新身份继续',
  noRight: '您不能查看此内容',
  noRightText: (right, organization) => `需要“${right}”权限。请联系${organization}的管理员。`,
  table: {
    search: '搜索',
    filters: (count) => (count === 0 ? '筛选' : `筛选（${count}）`),
    all: '全部',
    found: (count, isMore) => (isMore ? '超过 1,000 项' : `${count.toLocaleString('zh')} 项`),
    inAll: (count) => `共 ${count.toLocaleString('zh')} 项`,
    loading: '正在加载…',
    nothing: '没有找到',
    nothingText: '请换个词搜索，或清除筛选条件。',
    clear: '清除筛选',
    pages: '分页',
    page: (page) => `第 ${page} 页`,
    previous: '上一页',
    next: '下一页',
    chooseOne: (name) => `选择${name}`,
    chooseShown: '选择本页全部',
    chooseFirst: (count) => `选择前 ${count.toLocaleString('zh')} 项`,
    chooseAll: (count) => `选择全部 ${count.toLocaleString('zh')} 项`,
    chosen: (count) => `已选择 ${count.toLocaleString('zh')} 项`,
    chooseNone: '取消选择',
    edit: '打开',
    actions: '操作',
  },
  effect: {
    loading: '正在查看影响…',
    changes: (count) =>
      count === 0 ? '没有变化。' : `影响 ${count.toLocaleString('zh')} 名成员。`,
    sessions: (count) =>
      count === 0 ? '没有人会被退出登录。' : `${count.toLocaleString('zh')} 个会话将立即结束。`,
    progress: (done, all) => `${done.toLocaleString('zh')} / ${all.toLocaleString('zh')}`,
  },
  comma: '、',
  colon: '：',
  save: '保存',
  back: '返回',
  copy: '复制',
  copied: '已复制',
  never: '从未',
  members,
  invitations,
  many,
  roles,
  rules,
  activity,
  transfer,
  settings,
}
