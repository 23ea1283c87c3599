import * as z from 'zod/mini'
import { text } from './common.ts'
import { endpoints } from './endpoint.ts'

const query = z.object({ locale: z.optional(text(35)) })

export const legal = endpoints({
  termsOfUse: {
    method: 'GET',
    path: '/terms-of-use',
    access: 'public',
    text: true,
    summary: 'Terms of use as Markdown; ar, es and de fall back to English',
    query,
    response: z.string(),
  },
  privacyPolicy: {
    method: 'GET',
    path: '/privacy-policy',
    access: 'public',
    text: true,
    summary: 'Privacy policy as Markdown; ar, es and de fall back to English',
    query,
    response: z.string(),
  },
})
