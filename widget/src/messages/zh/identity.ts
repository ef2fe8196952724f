import type { Messages } from '../messages.ts'

/** Messages of choosing whom to act for, in Chinese. */
export const identity: Messages['identity'] = {
  title: '选择身份',
  intro: '您可以使用多个账号，请选择一个。',
  loading: '正在查询可用的身份…',
  oneself: '个人账号',
  frozen: '已冻结',
  current: '使用中',
  noOther: '您在这里没有其他身份。',
  unnamed: '未命名',
  noAccount: '初次使用？',
  noAccountText: '此地址还没有账号，要注册吗？',
  createAccount: '注册账号',
  otherAccount: '使用其他账号',
}
