/** What the site must know about English. */
export const language = {
  /** How it calls itself, for the language switch. */
  name: 'English',
  /** Its tag for Open Graph, which wants a territory too. */
  openGraphLocale: 'en_US',
  /** Whether it puts spaces between words; without them, reading time counts characters. */
  hasSpaces: true as boolean,
}
