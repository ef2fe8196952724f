const element = document.querySelector('passport-login')
const language = document.querySelector('#language')

language.addEventListener('click', () => {
  element.lang = element.lang === 'en' ? 'ja' : 'en'
  language.textContent = element.lang === 'en' ? '日本語' : 'English'
})

element.addEventListener('passport-success', (event) => {
  // Without this the element says itself who signed in.
  event.preventDefault()
  document.querySelector('#status').textContent = `Signed in as ${event.detail.user.name}.`
  element.remove()
})
