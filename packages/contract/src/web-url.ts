import * as z from 'zod/mini'
import { text } from './common.ts'

/** An address of http or https: the former outside production only, which the server decides. */
export const WebUrl = z.pipe(text(2000), z.url({ protocol: /^https?$/, error: 'not_a_url' }))
