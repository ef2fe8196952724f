import { notFoundMessage } from '#protocol/messages/ja/not-found.ts'
import type { Messages } from '../messages.ts'

/** Messages of the page that is shown where there is none, in Japanese. */
export const notFound: Messages['notFound'] = {
  title: notFoundMessage,
  description: 'サイト内を検索するか、次のページからお探しください。',
  elsewhere: 'こちらからもお探しいただけます',
}
