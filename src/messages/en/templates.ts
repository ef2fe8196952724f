/** Texts of new posts and releases, to be overwritten. */
export const templates = {
  post: {
    description: 'One or two sentences that say what the reader gets.',
    body: 'The first paragraph has no heading. It says what this is about.\n\n## A heading\n\nMore text.\n',
  },
  change: {
    title: (version: string): string => `Version ${version}`,
    summary: 'One or two sentences that say what changed.',
    body: '### Fixed\n\n- One line for each change, as a person who uses it would say it.\n',
  },
}
