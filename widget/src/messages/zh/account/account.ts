import type { AccountMessages } from '../../account-messages.ts'
import { activity } from './activity.ts'
import { devices } from './devices.ts'
import { organizations } from './organizations.ts'

/** Messages of `<passport-account>`, in Chinese. */
export const account: AccountMessages = {
  pages: {
    profile: '个人资料',
    security: '登录和安全',
    devices: '设备和活动',
    organizations: '组织',
    data: '数据',
  },
  pagesLabel: '账号的各个页面',
  loading: '正在加载您的账号…',
  failedText: '账号服务器没有响应。您的数据没有丢失。',
  listFailed: '无法加载此列表。',
  openElsewhere: '您的浏览器不保存此页面的登录状态。',
  openAt: (host) => `前往 ${host} 打开您的账号`,
  change: '更改',
  changeOf: (what) => `更改${what}`,
  notSet: '未设置',
  names: {
    title: '名字和头像',
    text: '其他人看到的您。',
    picture: '头像',
    name: '名字',
    username: '用户名',
    saved: '个人资料已保存',
  },
  about: {
    title: '关于您',
    text: '与您共事的人可以了解到的信息。',
    details: '简介和语言',
    background: '背景图片',
    backgroundSet: '已设置',
    more: '生日和性别',
  },
  safety: {
    title: '账号的安全状况',
    none: '您可能会失去此账号：没有已验证的地址，也没有密码，无法找回。',
    one: '您只有一种方式可以找回账号。请再添加一个地址或密码，以防失去它。',
    good: (count) => `您的账号状况良好：有 ${count} 种方式可以证明是您本人。`,
  },
  addresses: {
    title: '联系方式',
    text: '用于登录和接收验证码。更换时，我们也会通知原地址。',
  },
  password: {
    title: '密码',
    text: '修改后，其他设备会退出登录。',
    isSet: '已设置',
    hasNone: '您登录时不使用密码',
    set: '设置密码',
  },
  linkedAccounts: {
    title: '关联账号',
    text: '可用于登录的其他服务的账号。',
    linked: (service) => `已关联 ${service}`,
  },
  twoStep: {
    title: '两步验证',
    text: '遇到异常情况或重要操作时，我们会请您用以下方式之一确认是您本人。',
    ways: {
      mobile_sms_verify: '短信验证码',
      email_code_verify: '邮件验证码',
      totp_verify: '身份验证器应用',
      pwd_verify: '密码',
    },
    known: '只有您知道',
    none: '还没有任何方式。请添加邮箱、手机号或密码。',
  },
  devices,
  activity,
  organizations,
  data: {
    title: '您的数据',
    text: '一个文件，包含我们保存的关于您的信息：账号、设备、安全记录和您同意的条款。',
    button: '下载我的数据',
    fileName: 'my-data.json',
    done: '数据已下载',
  },
  deletion: {
    title: '注销账号',
    text: '15 天后，账号将连同个人资料、关联账号、组织成员身份和套餐一并删除。在此之前，登录即可保留账号。',
    button: '注销账号…',
  },
}
