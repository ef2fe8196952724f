import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about the organization itself, in Japanese. */
export const settings: EnterpriseMessages['settings'] = {
  name: '組織の名前',
  saved: '名前を保存しました。',
  id: '組織番号',
  members: 'メンバー',
  founded: '作成日',
  logo: {
    heading: 'ロゴ',
    choose: '画像を選ぶ',
    hint: 'PNG、JPEG、WebP、GIF（10MBまで）。中央の正方形が表示されます。',
    wrong: '10MB以下の画像として読み込めません。別のファイルを選んでください。',
    done: 'ロゴを保存しました。',
    remove: 'ロゴを削除',
    removed: 'ロゴを削除しました。',
  },
  freeze: {
    heading: '凍結',
    about:
      'この組織として操作しているすべてのセッションが、あなたの分も含めてすぐに終了します。解除するには、サインインしてここに戻ってください。',
    title: (name) => `${name}を凍結しますか？`,
    text: (members) =>
      `誰もこの組織で操作できなくなり（${members}）、あなたもサインアウトされます。解除するには、サインインしてこのページに戻ってください。`,
    button: '組織を凍結',
    done: (name) => `${name}を凍結しました。`,
  },
  remove: {
    heading: '削除',
    about: '組織を、所属、ロール、招待とともに削除します。元に戻せません。',
    title: (name) => `${name}を削除しますか？`,
    text: (members) =>
      `ロールと招待も含めて完全に削除します（${members}）。メンバー本人のアカウントは残ります。この組織として操作している人は、あなたも含めてサインアウトされます。`,
    typed: (name) => `確認のため「${name}」と入力`,
    wrong: '名前が一致しません。',
    button: '完全に削除',
    done: (name) => `${name}を削除しました。`,
  },
}
