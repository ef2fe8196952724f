import { account } from './en-account.ts'
import { download } from './en-download.ts'
import { earlyAccess } from './en-early-access.ts'
import { embed } from './en-embed.ts'
import { home } from './en-home.ts'
import { pages } from './en-pages.ts'
import { pricing } from './en-pricing.ts'
import { thirdParty } from './en-third-party.ts'

/** All words of the site outside of Markdown. The other languages have the same shape. */
export const en = {
  home,
  account,
  download,
  embed,
  pricing,
  earlyAccess,
  pages,
  thirdParty,
  frame: {
    skip: 'Skip to content',
    mainNavigation: 'Main',
    footerNavigation: 'Footer',
    blog: 'Blog',
    changelog: 'Changelog',
    search: 'Search',
    download: 'Download',
    pricing: 'Pricing',
    earlyAccess: 'Early access',
    promoCode: 'Promo code',
    signIn: 'Sign in',
    signUp: 'Sign up',
    account: 'Account',
    language: 'Language',
    theme: { label: 'Theme', auto: 'System', light: 'Light', dark: 'Dark' },
    homePage: 'Sable, home page',
    tagline: 'A code editor that asks before it edits.',
    product: 'Product',
    accountGroup: 'Account',
    legal: 'Legal',
    rights: 'Sable is a demonstration product.',
    embed: 'Embed',
    feed: 'RSS feed',
    jsonFeed: 'JSON feed',
    legalPages: {
      'privacy-policy': 'Privacy policy',
      'terms-of-service': 'Terms of service',
      'cookie-policy': 'Cookie policy',
    },
  },
  blog: {
    title: 'Blog',
    lede: 'How the editor is made: the numbers, the decisions, and what we got wrong.',
    description: 'Engineering and design notes by the people who make Sable.',
    pageTitle: (page: number): string => `Blog, page ${page}`,
    pages: 'Pages of the blog',
    page: (page: number): string => `Page ${page}`,
    newer: 'Newer',
    older: 'Older',
    loading: 'Loading older posts…',
    failed: 'The older posts could not be loaded. Press again to retry.',
    loaded: 'Older posts are shown above.',
    minutes: (minutes: number): string => `${minutes} min read`,
    by: 'By',
    updated: 'Updated',
    topics: 'Topics',
    draft: 'Draft',
    contents: 'On this page',
    aboutAuthor: 'About the author',
    about: (topic: string): string => `Posts about: ${topic}`,
    tagged: (topic: string, count: number): string =>
      count === 1 ? `One post about “${topic}”.` : `${count} posts about “${topic}”, newest first.`,
    next: 'Next post',
    previous: 'Previous post',
    around: 'Newer and older posts',
    related: 'Related posts',
    untranslated: 'This post has not been translated yet. You are reading the English text.',
    untranslatedMark: 'English',
    back: 'All posts',
  },
  changelog: {
    title: 'Changelog',
    lede: 'Every release, newest first.',
    description: 'What changed in each release of Sable.',
    versions: 'Releases',
    link: (version: string): string => `Link to version ${version}`,
    untranslated: 'Not translated yet; this is the English text.',
  },
  search: {
    title: 'Search',
    description: 'Search the posts, releases and documents of this site.',
    lede: 'Search posts, releases and documents. What you type never leaves your browser.',
    label: 'Search for',
    placeholder: 'For example: diff, index, privacy',
    button: 'Search',
    none: 'No results for “{term}”.',
    elsewhere: 'Try another word, or have a look here:',
    one: 'One result for “{term}”.',
    many: '{count} results for “{term}”.',
    more: 'Show more',
    failed: 'The search could not be loaded. Please try again.',
    noScript: 'Search needs JavaScript. All posts are listed here:',
  },
  legal: {
    effective: 'Effective from',
    contents: 'On this page',
    untranslated: 'This text has not been translated yet. You are reading the English text.',
  },
}

/** Every word of the site; another language has the same keys. */
export type Messages = typeof en
