/** Names of the product; another product replaces this file, the messages and the content. */
export const site = {
  name: 'Sable',
  version: '1.0.0.753',
  /** Application id of the site at the account server. */
  aid: 1001,
  contact: {
    support: 'hello@sable.example',
    security: 'security@sable.example',
  },
} as const

/** Pages of the header in order; labels are in `messages`. */
export const navigation = [
  { path: '/pricing', word: 'pricing' },
  { path: '/download', word: 'download' },
  { path: '/blog', word: 'blog' },
  { path: '/changelog', word: 'changelog' },
] as const

/** Page that manages the organization one acts for. */
export const ORGANIZATION_PAGE = '/account-setting/components/organization'

/** Pages of somebody who is signed in, in order; the last is for members of an organization. */
export const productPages = [
  { path: '/account-setting/components/dashboard', word: 'dashboard' },
  { path: '/account-setting', word: 'account' },
  { path: ORGANIZATION_PAGE, word: 'organization' },
] as const

/** Legal pages of the footer; each is a Markdown file of the same name. */
export const legalPages = ['privacy-policy', 'terms-of-service', 'cookie-policy'] as const

/** Path of a legal page, without the slash. */
export type LegalPage = (typeof legalPages)[number]

/** Posts linked from the features of the home page, by feature. */
export const featurePosts = {
  review: 'review-as-diffs',
  typing: 'keystroke-budget',
  index: 'local-index',
  privacy: 'what-leaves-your-machine',
} as const
