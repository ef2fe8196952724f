/** Facts about English for the site. */
export const language = {
  /** Its own name, for the language switch. */
  name: 'English',
  /** Its tag for Open Graph, which wants a territory too. */
  openGraphLocale: 'en_US',
  /** Whether it puts spaces between words; without them, reading time counts characters. */
  hasSpaces: true as boolean,
}
