/** What is said where there is no page, by the server and by the site's own page, in Japanese. */
export const notFoundMessage = 'このアドレスにページはありません。'
