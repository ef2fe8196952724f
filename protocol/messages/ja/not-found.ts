/** Message for an address without a page, shown by the server and the site, in Japanese. */
export const notFoundMessage = 'このアドレスにページはありません。'
