export { GET } from '../../blog/feed.json.ts'
