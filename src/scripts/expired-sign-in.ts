// An expired sign-in from another host leads here with its error in the address.
const error = new URLSearchParams(location.search).get('error')
const notice = document.querySelector<HTMLElement>('[data-error]')

if (notice !== null && error === notice.dataset['error']) notice.hidden = false
