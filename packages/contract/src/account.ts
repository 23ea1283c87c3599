import * as z from 'zod/mini'
import { Done } from './common.ts'
import { endpoints } from './endpoint.ts'

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
    response: Done,
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
