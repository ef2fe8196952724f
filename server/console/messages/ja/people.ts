import type { PeopleMessages } from '../en/people.ts'

/** Messages of the pages about people, in Japanese. */
export const peopleMessages: PeopleMessages = {
  title: 'ユーザー',
  search: 'ユーザーを検索',
  searchHint: 'ID、アドレス・番号・ユーザー名の全体、または名前かアドレスの先頭3文字以上',
  find: '検索',
  none: '見つかりませんでした。',
  columns: {
    person: 'ユーザー',
    address: 'アドレス',
    state: '状態',
    made: '作成',
    seen: '最終利用',
  },
  states: {
    active: '有効',
    limited: '制限中',
    frozen: '凍結中',
    banned: '利用停止',
    cancelling: '削除予定',
  },
}
