/** Message for an address without a page, shown by the server and the site, in Chinese. */
export const notFoundMessage = '此地址没有页面。'
