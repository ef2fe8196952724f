const status = document.querySelector('#status')
const element = document.querySelector('passport-login')
const signOut = document.querySelector('#sign-out')

// When the page is loaded, and after a sign-out.
element.addEventListener('passport-session', (event) => show(event.detail.user))
element.addEventListener('passport-success', (event) => show(event.detail.user))
element.addEventListener('passport-error', (event) => {
  status.textContent = `The element says: ${event.detail.message}`
})

signOut.addEventListener('click', () => {
  element.signOut().catch(() => {
    status.textContent = 'The account server could not be reached. Please try again.'
  })
})

function show(user) {
  status.textContent = user
    ? `Signed in as ${user.name || user.user_id_str}.`
    : 'Nobody is signed in.'
  signOut.hidden = !user
}

// `?lang=ja`, `?theme=dark`, `?next=/` and so on try the attributes.
for (const [name, value] of new URLSearchParams(location.search)) {
  if (['lang', 'theme', 'view', 'next', 'prompt'].includes(name)) element.setAttribute(name, value)
}
