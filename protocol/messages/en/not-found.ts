/** What is said where there is no page, by the server and by the site's own page, in English. */
export const notFoundMessage = 'There is no page at this address.'
