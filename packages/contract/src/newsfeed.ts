import * as z from 'zod/mini'
import { Cursor, Id, NextCursor } from './common.ts'
import { endpoints } from './endpoint.ts'
import { NewsItem } from './people.ts'

export const newsfeed = endpoints({
  listNews: {
    method: 'GET',
    path: '/api/newsfeed',
    access: 'employee',
    summary: 'What happened around me, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ newsfeed: z.array(NewsItem), unread: z.int(), next_cursor: NextCursor }),
  },
  readNews: {
    method: 'POST',
    path: '/api/newsfeed/read',
    access: 'employee',
    summary: 'Mark some news as read, or all of them',
    body: z.union([z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }), z.strictObject({ all: z.literal(true) })]),
    response: z.object({ unread: z.int() }),
  },
})
