/** Message for an address without a page, shown by the server and the site, in English. */
export const notFoundMessage = 'There is no page at this address.'
