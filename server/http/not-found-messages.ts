/** Text of the 404 reply, by language. */
export const notFoundMessages = {
  en: 'There is no page at this address.\n',
  ja: 'このアドレスにページはありません。\n',
  zh: '此地址没有页面。\n',
}
