export { allTexts, renderMarkup } from '../../widget/src/server.ts'
export { readSettings } from '../../widget/src/settings.ts'
