import type { Messages } from '../messages.ts'

/** Messages of the field for mobile numbers, in Japanese. */
export const mobile: Messages['mobile'] = {
  label: '携帯電話番号',
  country: (name) => `国：${name}`,
  countries: '国の一覧',
  search: '国名または国番号で検索',
  none: '該当する国がありません',
  checkCountry: '国番号は合っていますか？',
  useEmail: 'メールを使う',
}
