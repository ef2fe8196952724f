import type { Messages } from '../messages.ts'

/** Messages of the profile, in Japanese. */
export const profile: Messages['profile'] = {
  title: 'プロフィール',
  picture: '画像',
  choose: '画像を選ぶ',
  drop: 'PNG、JPEG、WebP、GIF（20MBまで）。次の画面で正方形に切り抜きます。',
  ready: '用意された画像から選ぶ',
  take: (number) => `画像${number}を使う`,
  tooLarge: '画像が20MBを超えています。小さいものを選んでください。',
  unreadable: '画像として読み込めないファイルです。',
  crop: '正方形に切り抜く',
  cropLabel: '使う範囲',
  cropHelp: 'ドラッグするか、矢印キーで動かします。+\u00a0と\u00a0−\u00a0で拡大・縮小できます。',
  zoom: '拡大',
  zoomed: (percent) => `${percent} %`,
  moves: { up: '上へ', down: '下へ', left: '左へ', right: '右へ' },
  moveLabel: '画像を動かす',
  use: 'この画像を使う',
  uploading: (percent) => `アップロード中… ${percent} %`,
  pictureSaved: '画像を変更しました。',
  cancel: 'キャンセル',
  name: '名前',
  username: 'ユーザー名',
  usernameHint: 'サインインにも使えます。',
  badUsername:
    '英字で始まる3〜32文字の英数字にしてください。間に\u00a0.\u00a0_\u00a0-\u00a0を使えます。',
  suggestions: '使えるユーザー名',
  suggest: '候補を見る',
  save: '保存',
  saved: '保存しました。',
  needName: '名前を入力してください。',
  longName: '64文字以内にしてください。',
  // The word joiner keeps the number with what it counts.
  left: (count) => `あと\u2060${count}回変更できます。`,
  none: (day) => `${day}までは変更できません。`,
}
