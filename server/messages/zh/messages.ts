import { notFoundMessage } from '#protocol/messages/zh/not-found.ts'
import type { Messages } from '../messages.ts'

/** Messages in replies of the server, in Chinese. */
export const messages: Messages = {
  /** Text of the 404 reply. */
  notFound: `${notFoundMessage}\n`,
  /** Reason why a two-step verification is asked for, shown above its methods. */
  verifyReasons: {
    breachedPassword: '您的密码曾在别处泄露，可能已为他人所知。请再次证明是您本人。',
    newBrowser: '您第一次在此浏览器登录，请再次验证您的身份。',
    newNetwork: '您第一次从此网络登录，请再次验证您的身份。',
    oldSignIn: '距您上次登录已有一段时间，请再次验证您的身份。',
    secondProof: '此操作需要第二次验证，请再次验证您的身份。',
  },
  breachedPassword: '此密码曾在别处泄露，他人会首先尝试它。请换一个密码。',
  recoveredLately: '账号恢复还不到一天，满一天后才能更改。',
  codeLimit: '暂时无法再向该地址发送验证码。',
  /** Shown for `policy_refused`, by the rule. */
  ruleRefusals: {
    invite_domains_only: '此组织只邀请使用其自有域名的地址。',
    programs: '此组织不允许成员使用此应用。',
  },
  /** Reason why the manager of organizations cannot delete their account. */
  stillManager: (names) => `您是 ${names} 的负责人，请先移交给其他人。`,
  /** Suggested display names are an adjective and a noun. */
  displayNames: {
    adjectives: '安静的 明亮的 温柔的 金色的 清晨的 微风里的 星光下的 青绿的 好奇的 自在的'.split(
      ' ',
    ),
    nouns: '水獭 枫叶 白鹭 港湾 灯笼 草地 柳树 彗星 卵石 小河 麻雀 雪松'.split(' '),
    separator: '',
  },
}
