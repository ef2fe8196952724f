/** Messages of the search page. */
export const search = {
  title: 'Search',
  description: 'Search the posts, releases and documents of this site.',
  lede: 'Search posts, releases and documents. What you type never leaves your browser.',
  label: 'Search for',
  placeholder: 'Such as diff',
  button: 'Search',
  none: 'No results for “{term}”.',
  elsewhere: 'Try another word, or have a look here:',
  one: 'One result for “{term}”.',
  many: '{count} results for “{term}”.',
  over: 'More than {count} results for “{term}”.',
  more: 'Show more',
  kinds: { post: 'Posts', change: 'Changelog', page: 'Pages', legal: 'Legal' },
  failed: 'The search could not be loaded. Please try again.',
  noScript: 'Search needs JavaScript. All posts are listed here:',
}
