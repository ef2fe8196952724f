// The floor of the rates benchmark: what bare node:http answers on this machine, alone or with one
// indexed read of the database that `FLOOR_DATABASE` names.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'

const body = JSON.stringify({ message: 'success', error_code: 0, data: { user_id: 1 } })
const statement = 'select account_id from sessions where hash ='

function reader(location: string): (hash: string) => unknown {
  if (location === '') return () => undefined
  if (location.startsWith('postgres')) {
    const pool = new Pool({ connectionString: location, max: 10 })
    return (hash) => pool.query({ name: 'read', text: `${statement} $1`, values: [hash] })
  }
  const prepared = new DatabaseSync(location).prepare(`${statement} ?`)
  return (hash) => prepared.get(hash)
}

const read = reader(process.env.FLOOR_DATABASE ?? '')

async function answer(): Promise<string> {
  await read('0')
  return body
}

createServer((_, response) => {
  void answer().then((text) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text)
  })
}).listen(Number(process.env.PORT), 'localhost')
