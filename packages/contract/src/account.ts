import * as z from 'zod/mini'
import { Done, Id, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described } from './openapi.ts'

/** A list in an address: a body of a DELETE is dropped by some proxies. */
const Ids = z.pipe(
  z.pipe(
    z._default(text(10_000), ''),
    z.transform((list) => list.split(',').filter(Boolean)),
  ),
  z.array(Id).check(z.maxLength(200)),
)

export const account = endpoints({
  exportUser: {
    method: 'GET',
    path: '/api/user/export',
    access: 'employee',
    limit: 'upload',
    summary: 'Everything stored about me, as one zip of JSON and CSV',
    binary: 'application/zip',
    response: z.unknown(),
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/user',
    access: 'employee',
    summary: 'Delete my account; answers that I gave stay with their receivers, without my name',
    query: z.strictObject({
      delete_badges: described(Ids, 'Ids of my published badges that are deleted, too, separated by commas; the others stay'),
    }),
    response: Done,
    asked_again: 'always',
  },
  linkDomoscio: {
    method: 'POST',
    path: '/api/link/domoscio',
    access: 'employee',
    limit: 'upload',
    summary: 'Link my account with the company’s learning platform, or end that; only a pseudonym leaves us',
    body: z.strictObject({ linkType: z.enum(['link', 'unlink']) }),
    response: z.object({ status: z.enum(['linked', 'unlinked', 'unavailable']) }),
  },
})
