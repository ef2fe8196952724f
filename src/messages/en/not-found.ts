import { notFoundMessage } from '#protocol/messages/en/not-found.ts'

/** Messages of the page that is shown where there is none. */
export const notFound = {
  title: notFoundMessage,
  description: 'The address leads to no page. Search, or go on from here.',
  elsewhere: 'Or go on here',
}
