import { notFoundMessage } from '#protocol/messages/en/not-found.ts'

/** Messages of the page that is shown where there is none. */
export const notFound = {
  title: notFoundMessage,
  description: 'Search the site, or continue from one of these pages.',
  elsewhere: 'Or continue here',
}
