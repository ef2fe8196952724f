export { GET } from '../../blog/rss.xml.ts'
