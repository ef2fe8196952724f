import type { Language } from '#protocol/common-params.ts'

const en = {
  label: 'Mobile number',
  country: (name: string): string => `Country: ${name}`,
  countries: 'Countries',
  search: 'Search by name or code',
  none: 'No country by that name or code',
  checkCountry: 'Is this the country of your number?',
  useEmail: 'Use e-\u2060mail',
}

/** Texts of the field for mobile numbers; they come with it. */
export const mobileTexts: Record<Language, typeof en> = {
  en,
  ja: {
    label: '携帯電話番号',
    country: (name) => `国: ${name}`,
    countries: '国の一覧',
    search: '国名または国番号で検索',
    none: '該当する国がありません',
    checkCountry: '国番号は合っていますか？',
    useEmail: 'メールを使う',
  },
  zh: {
    label: '手机号',
    country: (name) => `国家/地区：${name}`,
    countries: '国家/地区列表',
    search: '按名称或区号搜索',
    none: '没有匹配的国家或地区',
    checkCountry: '国家或地区是否正确？',
    useEmail: '使用邮箱',
  },
}
