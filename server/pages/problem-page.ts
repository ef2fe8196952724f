import type { Language } from '#protocol/common-params.ts'
import { brandOf, type Brand } from '../apps/brand.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { pagePath } from '../lib/page-path.ts'
import { pageMessages } from './messages/all-messages.ts'
import { pageReply } from './page-reply.ts'

/** Returns the page for a browser that opened an address and was refused. */
export function problemPage(
  config: Config,
  language: Language,
  problem: string | readonly string[],
  options: {
    title?: string
    status?: number | undefined
    brand?: Brand
    address?: string | undefined
    languages?: readonly Language[]
    logId?: string
  } = {},
): PlainReply {
  const { title = pageMessages[language].linkProblem, brand = brandOf(config) } = options
  const { status = 400, address, languages, logId } = options
  const home = { href: pagePath('/', language), text: pageMessages[language].backHome }
  const page = { title, problem, links: [home], ...(logId && { logId }) }
  return pageReply(config, brand, language, page, {
    status,
    address,
    ...(languages && { languages }),
  })
}
