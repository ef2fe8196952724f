const told = document.querySelector('#told')
const element = document.querySelector('passport-login')

element.addEventListener('passport-success', (event) => {
  told.textContent = `Signed in as ${event.detail.user.name || event.detail.user.user_id_str}.`
})
element.addEventListener('passport-error', (event) => {
  told.textContent = `The element says: ${event.detail.message}`
})

// `?lang=ja`, `?theme=dark` and `?view=sign-up` try the attributes.
for (const [name, value] of new URLSearchParams(location.search)) {
  if (['lang', 'theme', 'view'].includes(name)) element.setAttribute(name, value)
}
