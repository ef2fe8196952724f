/** What is said where there is no page. */
export const notFoundTexts = {
  en: 'There is no page at this address.\n',
  ja: 'このアドレスにページはありません。\n',
  zh: '此地址没有页面。\n',
}
