/** While developing, what a text says until it is mended; the terminal says what and where. */
export const unread = {
  title: 'This text has to be mended',
  description: 'The terminal says what is wrong with it, and on which line.',
  date: new Date().toISOString().slice(0, 10),
}
