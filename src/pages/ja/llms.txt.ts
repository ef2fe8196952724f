export { GET } from '../llms.txt.ts'
