export { allTexts, renderMarkup, renderPassportLogin } from '../../widget/src/server.ts'
export { readSettings } from '../../widget/src/settings.ts'
