import type { Messages } from '../messages.ts'

/** Messages of the field for mobile numbers, in Chinese. */
export const mobile: Messages['mobile'] = {
  label: '手机号',
  country: (name) => `国家/地区：${name}`,
  countries: '国家/地区列表',
  search: '按名称或区号搜索',
  none: '没有匹配的国家或地区',
  checkCountry: '国家或地区是否正确？',
  useEmail: '使用邮箱',
}
