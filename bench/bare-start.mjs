import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The minimum cost of a start and of an idle server: bare `node:http` and `pg`, which answers once the database does. Plain JavaScript,
 * because the cost of TypeScript belongs to the product.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) })
pool.on('error', () => {})
await pool.query('select 1')
const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"status":"ok"}'))
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('SIGTERM', () => process.exit())
