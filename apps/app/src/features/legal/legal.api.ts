import type { Locale } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { legal } from '@reflet/contract/legal'
import { queryOptions } from '@tanstack/react-query'
import { specified } from '../../platform/client.ts'
import { legalLocale } from '../../platform/locale.ts'

export type LegalDocument = 'terms' | 'privacy'

const endpoints = { terms: legal.termsOfUse, privacy: legal.privacyPolicy }

/** Markdown; empty when it could not be fetched, which is retried the next time. */
export const legalQuery = (document: LegalDocument, locale: Locale) =>
  queryOptions({
    queryKey: ['legal', document, legalLocale(locale)],
    queryFn: async () => (await specified(endpoints[document], { query: { locale: legalLocale(locale) } })).value,
    staleTime: ({ state }) => (state.data ? HOUR_MS : 0),
  })
