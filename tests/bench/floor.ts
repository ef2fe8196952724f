// The floor of the rates benchmark: what bare node:http answers on this machine.
import { createServer } from 'node:http'

const body = JSON.stringify({ message: 'success', error_code: 0, data: { user_id: 1 } })

createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}).listen(Number(process.env.PORT), 'localhost')
