import type { Features } from 'satteri'

/** What the parser reads beyond CommonMark; dashes stay as typed, and Astro has taken the front matter. */
export const features = {
  gfm: true,
  frontmatter: false,
  smartPunctuation: { dashes: false },
} satisfies Features
