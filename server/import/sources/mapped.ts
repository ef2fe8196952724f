import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readCsv, readJson, readJsonLines } from '../read-file.ts'

/** Files of any shape, whose fields `--map` names. */
export const csv = mappedSource({ records: eachOf(readCsv) })
export const ndjson = mappedSource({ records: eachOf(readJsonLines) })

/** One array of people, at the top or as the only array of an object. */
export const json = mappedSource({
  records: eachOf(async function* readItems(file) {
    const content = await readJson(file)
    const lists = [content, ...Object.values(content ?? {})].filter((value) => Array.isArray(value))
    const [list] = Array.isArray(content) ? [content] : lists
    if (list === undefined || (list !== content && lists.length > 1)) {
      throw new ImportError(`"${file}" has no array of people, or several: give one array.`)
    }
    yield* list
  }),
})
