/** Messages of the changelog. */
export const changelog = {
  title: 'Changelog',
  lede: 'Every release, newest first.',
  description: 'What changed in each release of Sable.',
  pageTitle: (page: number): string => `Changelog, page ${page}`,
  pages: 'Pages of the changelog',
  page: (page: number): string => `Page ${page}`,
  newer: 'Newer',
  older: 'Older',
  show: 'Show',
  everything: 'All',
  kinds: { added: 'Added', improved: 'Improved', fixed: 'Fixed' },
  versions: 'Releases',
  link: (version: string): string => `Link to version ${version}`,
  untranslated: 'Not translated yet; this is the English text.',
}
