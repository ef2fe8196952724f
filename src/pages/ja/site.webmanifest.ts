export { GET } from '../site.webmanifest.ts'
