export { GET } from '../../changelog/rss.xml.ts'
