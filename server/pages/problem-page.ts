import type { Language } from '#protocol/common-params.ts'
import { brandOf } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { pageMessages } from './messages/all-messages.ts'
import { pageReply } from './page-reply.ts'

/** Returns the page for a browser that opened an address and was refused. */
export function problemPage(
  config: Config,
  language: Language,
  problem: string | readonly string[],
  { title = pageMessages[language].linkProblem, status = 400, brand = brandOf(config) } = {},
): PlainReply {
  return pageReply(config, brand, language, { title, problem }, { status })
}
