// Each line is a write to a table of another feature; check-table-writers.mjs must report every form.
import { sql } from 'drizzle-orm'

sql`insert into newsfeed (id) values (1)`
sql`update users u set email = ''`
sql`delete from feedbacks where true`
sql`merge into requests using recipients on true when matched then delete`
sql`truncate outbox`
sql`update ${table} set id = 1`
db.insert(users).values({})
db.update(feedbacks).set({})
db.delete(
  requests,
)
