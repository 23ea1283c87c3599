// A static file on bare `node:http`: read from the disk for each request, without a tag, a language or a policy.
import { readFile } from 'node:fs'
import { createServer } from 'node:http'

createServer((_request, response) => {
  readFile(process.env.FILE, (error, content) => {
    if (error) return response.writeHead(500).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': content.length }).end(content)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
