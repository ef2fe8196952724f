/** What is said where there is no page, by the server and by the site's own page, in Chinese. */
export const notFoundMessage = '此地址没有页面。'
