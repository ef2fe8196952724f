import type { Features } from 'satteri'

/** Parser extensions; dashes stay as typed, and Astro has removed the front matter. */
export const features = {
  gfm: true,
  frontmatter: false,
  smartPunctuation: { dashes: false },
} satisfies Features
