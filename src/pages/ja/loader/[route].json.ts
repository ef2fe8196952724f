export { GET, getStaticPaths } from '../../loader/[route].json.ts'
