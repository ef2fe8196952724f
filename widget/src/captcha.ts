// A file of its own only so that the chunk has a name people recognise.
export { openChallenge } from '../captcha/index.ts'
