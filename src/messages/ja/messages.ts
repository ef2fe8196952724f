import type { Messages } from '../messages.ts'
import { account } from './account.ts'
import { blog } from './blog.ts'
import { changelog } from './changelog.ts'
import { download } from './download.ts'
import { earlyAccess } from './early-access.ts'
import { embed } from './embed.ts'
import { embedReference } from './embed-reference.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { language } from './language.ts'
import { legal } from './legal.ts'
import { markdown } from './markdown.ts'
import { notFound } from './not-found.ts'
import { organization } from './organization.ts'
import { pages } from './pages.ts'
import { pricing } from './pricing.ts'
import { search } from './search.ts'
import { templates } from './templates.ts'
import { thirdParty } from './third-party.ts'

/** All messages of the site in Japanese. */
export const messages: Messages = {
  account,
  blog,
  changelog,
  download,
  earlyAccess,
  embed,
  embedReference,
  frame,
  home,
  language,
  legal,
  markdown,
  notFound,
  organization,
  pages,
  pricing,
  search,
  templates,
  thirdParty,
}
