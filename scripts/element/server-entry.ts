export { allMessages } from '../../widget/src/messages/all-messages.ts'
export { renderMarkup, renderPassportLogin } from '../../widget/src/server.ts'
export { readSettings } from '../../widget/src/base/settings.ts'
