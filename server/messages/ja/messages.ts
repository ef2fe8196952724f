import { notFoundMessage } from '#protocol/messages/ja/not-found.ts'
import type { Messages } from '../messages.ts'

/** Messages in replies of the server, in Japanese. */
export const messages: Messages = {
  /** Text of the 404 reply. */
  notFound: `${notFoundMessage}\n`,
  /** Reason why a two-step verification is asked for, shown above its methods. */
  verifyReasons: {
    breachedPassword:
      'お使いのパスワードは流出しているため、ほかの人に知られているおそれがあります。ご本人であることをもう一度確認させてください。',
    newBrowser: 'このブラウザでのサインインは初めてです。もう一度ご本人確認をお願いします。',
    newNetwork: 'このネットワークからのサインインは初めてです。もう一度ご本人確認をお願いします。',
    oldSignIn: 'サインインから時間がたっています。もう一度ご本人確認をお願いします。',
    secondProof: 'この操作には追加の確認が必要です。もう一度ご本人確認をお願いします。',
  },
  breachedPassword:
    'このパスワードは流出しているため、真っ先に試されます。別のパスワードを設定してください。',
  recoveredLately: 'アカウントを回復してから1日たっていません。1日たつと変更できます。',
  codeLimit: 'このアドレスには、しばらくの間これ以上コードを送信できません。',
  /** Shown for `policy_refused`, by the rule. */
  ruleRefusals: {
    invite_domains_only: 'この組織が招待できるのは、組織のドメインのアドレスだけです。',
    programs: 'この組織は、メンバーがこのアプリを使うことを認めていません。',
  },
  /** Reason why the manager of organizations cannot delete their account. */
  stillManager: (names) => `${names}の管理責任者です。先に、ほかの方に引き継いでください。`,
  /** Suggested display names are an adjective and a noun. */
  displayNames: {
    adjectives:
      'しずかな あかるい やさしい こがねの あさの かぜの ほしの みどりの ゆきの はるの'.split(' '),
    nouns: 'カワウソ もみじ かもめ みなと ランタン やなぎ こいし すずめ すぎの木 小川'.split(' '),
    separator: '',
  },
}
