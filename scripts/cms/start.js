// Starts the editor with our settings, and shows after every save what has to be mended.
window.CMS_MANUAL_INIT = true
const config = await (await fetch('/config.json')).json()
await new Promise((resolve, reject) => {
  const script = document.createElement('script')
  script.src = '/decap-cms.js'
  script.addEventListener('load', resolve)
  script.addEventListener('error', reject)
  document.body.append(script)
})
keepAtTop()
window.CMS.registerEventListener({ name: 'postSave', handler: showProblems })
window.CMS.init({ config })

async function showProblems() {
  const problems = await (await fetch('/problems.json')).json()
  const panel = document.querySelector('#problems')
  panel.hidden = problems.length === 0
  const list = document.createElement('ul')
  for (const problem of problems) {
    const item = document.createElement('li')
    item.textContent = problem
    list.append(item)
  }
  const head = document.createElement('b')
  head.textContent = 'Saved. To be mended before it can be published:'
  panel.replaceChildren(head, list)
}

// Blocks of code scroll to themselves when a text is opened; it begins at its top until somebody
// does something.
function keepAtTop() {
  let isOpening = false
  addEventListener('hashchange', () => (isOpening = true))
  for (const type of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(type, () => (isOpening = false), true)
  }
  const hold = ({ target }) => {
    if (isOpening && target.scrollTop > 0) target.scrollTop = 0
  }
  addEventListener('scroll', hold, true)
}
