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
