export { GET } from '../../changelog/feed.json.ts'
